/** `npm run secrets -- --stage <stage>`: stores the payment providers' keys of a deployed stage. Never shows a value. */

import { createInterface } from 'node:readline/promises';
import { Writable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { parseArgs } from 'node:util';
import { CloudFormationClient } from '@aws-sdk/client-cloudformation';
import { SecretsManagerClient } from '@aws-sdk/client-secrets-manager';
import { KEY_NAMES, parseKeyLines, StoredPaymentKeys } from '../infra/deployed/payment-keys.ts';
import { readOutputs } from '../infra/deployed/stage-stacks.ts';
import { loadStage } from '../infra/stage.ts';
import { runCommand } from './run-command.ts';

const HELP = `Stores the keys of the payment providers in a stage's secrets. Never shows a value.

  npm run secrets -- --stage prod               asks for each key. An empty answer keeps the present value
  npm run secrets -- --stage prod < keys.txt    reads lines such as stripe.secretKey=sk_live_…
  npm run secrets -- --stage prod --status      prints which keys are set

Keys: ${KEY_NAMES.join(', ')}
`;

/** Asks for a value at the terminal, without showing what is typed. */
async function askHidden(question: string): Promise<string> {
  process.stdout.write(question);
  const emptyOutput = new Writable({ write: (_chunk, _encoding, done) => done() });
  const terminal = createInterface({ input: process.stdin, output: emptyOutput, terminal: true });

  try {
    return (await terminal.question('')).trim();
  } finally {
    terminal.close();
    process.stdout.write('\n');
  }
}

async function askForKeys(keys: StoredPaymentKeys): Promise<Map<string, string>> {
  const values = new Map<string, string>();
  const status = await keys.readStatus();

  for (const name of KEY_NAMES) {
    const value = await askHidden(`${name} (${status.get(name) ? 'set' : 'not set'}): `);
    if (value === '') continue;
    keys.assertValid(name, value);
    values.set(name, value);
  }

  return values;
}

async function main(): Promise<void> {
  const { values: options } = parseArgs({
    options: {
      stage: { type: 'string' },
      status: { type: 'boolean', default: false },
      help: { type: 'boolean', short: 'h', default: false },
    },
  });

  if (options.help) {
    console.log(HELP);
    return;
  }

  if (options.stage === undefined) throw new Error(`Name the stage: --stage prod.\n\n${HELP}`);

  const outputs = await readOutputs(new CloudFormationClient({}), options.stage);
  const keys = new StoredPaymentKeys(new SecretsManagerClient({}), loadStage(options.stage), outputs);

  if (!options.status) {
    const values = process.stdin.isTTY ? await askForKeys(keys) : parseKeyLines(await text(process.stdin));
    await keys.store(values);
    console.log(`Stored: ${[...values.keys()].join(', ') || 'nothing'}. Functions use new values within five minutes.`);
  }

  for (const [name, isSet] of await keys.readStatus()) console.log(`${name}: ${isSet ? 'set' : 'not set'}`);
}

await runCommand(main);

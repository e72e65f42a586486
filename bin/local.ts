import { parseArgs } from 'node:util';
import { type LocalCloudOptions, startLocalCloud } from '../infra/local/cloud.ts';
import { consoleTerminal } from '../infra/local/process/terminal.ts';

const HELP = `Runs Fathom on this machine.

  npm start                      with everything kept in .local/
  npm start -- --fresh           with an empty state
  npm start -- --port 5000       on another port than 4600 (0 takes any free one)
  npm start -- --directory <d>   with another state directory
  npm start -- --no-seed         without the demo community
  npm start -- --no-web          the API alone
  npm start -- -c name=value     with a setting of the stage, as for cdk: -c emailVerification=required
  npm start -- --verbose         and say more
  npm start -- --dev             and follow changes of the sources; npm run dev is short for it
`;

function options(): LocalCloudOptions & { verbose: boolean } {
  const { values } = parseArgs({
    options: {
      fresh: { type: 'boolean', default: false },
      port: { type: 'string' },
      directory: { type: 'string' },
      seed: { type: 'boolean', default: true },
      web: { type: 'boolean', default: true },
      dev: { type: 'boolean', default: false },
      context: { type: 'string', short: 'c', multiple: true, default: [] },
      verbose: { type: 'boolean', default: false },
      help: { type: 'boolean', short: 'h', default: false },
    },
    allowNegative: true,
  });
  if (values.help) {
    console.log(HELP);
    process.exit(0);
  }
  const { port, directory, context, ...rest } = values;
  if (port !== undefined && !(/^\d{1,5}$/.test(port) && Number(port) < 65_536)) {
    throw new Error(`--port takes a number from 0 to 65535, not "${port}".`);
  }
  return {
    ...rest,
    context: Object.fromEntries(context.map(setting)),
    ...(port !== undefined && { port: Number(port) }),
    ...(directory !== undefined && { directory }),
  };
}

function setting(text: string): [name: string, value: string] {
  const [, name = '', value = ''] = /^([^=]+)=(.*)$/.exec(text) ?? [];
  if (!name) throw new Error(`-c takes name=value, not "${text}".`);
  return [name, value];
}

try {
  const { verbose, ...settings } = options();
  const starting = startLocalCloud({ ...settings, paymentKeys: process.env, terminal: consoleTerminal({ verbose }) });
  let stopping = false;
  const stop = async () => {
    if (stopping) return;
    stopping = true;
    // Whatever still holds on after this is not worth waiting for.
    setTimeout(() => process.exit(0), 2000).unref();
    await (await starting).close();
    process.exit(0);
  };
  process.on('SIGINT', () => void stop());
  process.on('SIGTERM', () => void stop());
  const cloud = await starting;
  console.log(`Fathom is ready: ${cloud.url}`);
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exit(1);
}

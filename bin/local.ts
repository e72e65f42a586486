/** `npm start` and `npm run dev`: run Fathom on this machine. */
import { parseArgs } from 'node:util';
import type { LocalCloudOptions } from '../infra/local/cloud.ts';
import { findMissingVariables } from '../infra/local/process/start-environment.ts';

const HELP = `Runs Fathom on this machine.

  npm start                      keeps its state in .local/
  npm start -- --fresh           deletes the state first
  npm start -- --port 5000       uses another port than 4600 (0: any free port)
  npm start -- --directory <d>   uses another state directory
  npm start -- --no-seed         starts without the demo community
  npm start -- --no-web          starts the API only
  npm start -- -c name=value     changes a setting of the stage: -c emailVerification=required
  npm start -- --verbose         prints more
  npm start -- --dev             reloads when sources change; short: npm run dev
`;

/**
 * Maximum number of processes that run functions. With the database and the main process, they use at most 350 MB
 * ([figures](docs/benchmarks.md#the-local-cloud)).
 */
const MAX_SANDBOXES = 8;

/** Maximum time that stopping takes, in milliseconds. */
const MAX_CLOSING_MS = 2000;

function parseOptions(): LocalCloudOptions & { verbose: boolean } {
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

  const { port, directory, context, ...otherOptions } = values;
  if (port !== undefined && !(/^\d{1,5}$/.test(port) && Number(port) < 65_536)) {
    throw new Error(`--port takes a number from 0 to 65535, not "${port}".`);
  }

  return {
    ...otherOptions,
    context: Object.fromEntries(context.map(parseSetting)),
    ...(port !== undefined && { port: Number(port) }),
    ...(directory !== undefined && { directory }),
  };
}

function parseSetting(text: string): [name: string, value: string] {
  const [, name = '', value = ''] = /^([^=]+)=(.*)$/.exec(text) ?? [];
  if (!name) throw new Error(`-c takes name=value, not "${text}".`);
  return [name, value];
}

/**
 * Restarts this program with the environment variables that it lacks. Does nothing in the restarted process, which has
 * them.
 */
function restartWithMissingVariables(): void {
  const missingVariables = findMissingVariables(process.env, process.platform);
  if (Object.keys(missingVariables).length === 0) return;
  const command = [process.execPath, ...process.execArgv, ...process.argv.slice(1)];
  process.execve?.(process.execPath, command, { ...process.env, ...missingVariables });
}

try {
  const { verbose, ...settings } = parseOptions();
  restartWithMissingVariables();

  // Imported after the restart, because loading takes longer than the restart.
  const { startLocalCloud } = await import('../infra/local/cloud.ts');
  const { createConsoleTerminal } = await import('../infra/local/process/terminal.ts');
  const terminal = createConsoleTerminal({ verbose });
  const limits = { maxSandboxes: MAX_SANDBOXES };
  const cloudStart = startLocalCloud({ ...settings, ...limits, paymentKeys: process.env, terminal });

  let isStopping = false;
  const stop = async () => {
    if (isStopping) return;
    isStopping = true;
    // Exits even if something hangs while closing.
    setTimeout(() => process.exit(0), MAX_CLOSING_MS).unref();
    await (await cloudStart).close();
    process.exit(0);
  };

  process.on('SIGINT', () => void stop());
  process.on('SIGTERM', () => void stop());

  const cloud = await cloudStart;
  console.log(`Fathom is ready: ${cloud.url}`);
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exit(1);
}

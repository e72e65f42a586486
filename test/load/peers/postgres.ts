import { execFileSync } from 'node:child_process';
import { accessSync, chownSync, constants, globSync, mkdirSync, writeFileSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { Client } from 'pg';
import { runProgram, startChild, waitUntilOpen } from './child.ts';

const INSTALL_HINT = `The peers need PostgreSQL, which was not found. Install it:
- Debian, Ubuntu: apt-get install postgresql
- macOS: brew install postgresql@17, and add its bin folder to PATH`;

const USER = 'bench';

/** A PostgreSQL server for the databases of the peers. */
export interface Postgres {
  /** Folder of its Unix socket. */
  readonly host: string;
  readonly user: string;
  readonly pid: number;
  close(): Promise<void>;
}

/**
 * Starts PostgreSQL with its default settings on a new data directory. It listens on a Unix socket only.
 *
 * @throws Error with instructions if PostgreSQL is not installed
 */
export async function startPostgres(directory: string): Promise<Postgres> {
  const bin = findBinaries();
  const data = join(directory, 'data');

  mkdirSync(directory, { recursive: true });
  const identity = findIdentity();
  if (identity) chownSync(directory, identity.uid, identity.gid);
  const options = { cwd: directory, ...identity };
  // Without passwords, because only users of this machine who can read the folder reach the socket.
  const initialize = ['--pgdata', data, '--username', USER, '--auth', 'trust', '--encoding', 'UTF8', '--no-locale'];
  await runProgram(join(bin, 'initdb'), initialize, options);
  const settings = [`listen_addresses = ''`, `unix_socket_directories = '${directory}'`];
  writeFileSync(join(data, 'postgresql.auto.conf'), `${settings.join('\n')}\n`);
  const server = startChild(join(bin, 'postgres'), ['-D', data], options);
  await waitUntilOpen(server, { path: join(directory, '.s.PGSQL.5432') });

  return { host: directory, user: USER, pid: server.pid, close: () => server.close() };
}

/** Returns the version of the PostgreSQL that {@link startPostgres} uses. */
export function postgresVersion(): string {
  return execFileSync(join(findBinaries(), 'postgres'), ['--version'], { encoding: 'utf8' }).trim();
}

/** Returns the folder that contains both `postgres` and `initdb`: on PATH, or the newest of Debian's folders. */
function findBinaries(): string {
  const folders = [
    ...(process.env.PATH ?? '').split(delimiter),
    ...globSync('/usr/lib/postgresql/*/bin').sort().reverse(),
  ];
  const folder = folders.find(
    (path) => path !== '' && isExecutable(join(path, 'postgres')) && isExecutable(join(path, 'initdb')),
  );
  if (folder === undefined) throw new Error(INSTALL_HINT);
  return folder;
}

function isExecutable(path: string): boolean {
  try {
    accessSync(path, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}

/** Returns another user's IDs if this process runs as root, because PostgreSQL refuses to run as root. */
function findIdentity(): { uid: number; gid: number } | undefined {
  if (process.getuid?.() !== 0) return undefined;
  const idOf = (flag: string) => Number(execFileSync('id', [flag, 'daemon'], { encoding: 'utf8' }));
  return { uid: idOf('-u'), gid: idOf('-g') };
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

/** Inserts rows into a table. All rows have the same columns. */
export async function insertRows(
  postgres: Postgres,
  database: string,
  table: string,
  rows: readonly object[],
): Promise<void> {
  const columns = Object.keys(rows[0] ?? {})
    .map((name) => `"${name}"`)
    .join(', ');
  const statement = `INSERT INTO "${table}" (${columns}) SELECT ${columns} FROM json_populate_recordset(NULL::"${table}", $1)`;
  await withClient(postgres, database, (client) => client.query(statement, [JSON.stringify(rows)]));
}

async function withClient(
  postgres: Postgres,
  database: string,
  use: (client: Client) => Promise<unknown>,
): Promise<void> {
  const client = new Client({ host: postgres.host, user: postgres.user, database });
  await client.connect();
  try {
    await use(client);
  } finally {
    await client.end();
  }
}

import { randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import type { account } from '../../../shared/contract/account.ts';
import { contract } from '../../../shared/contract/contract.ts';
import type { Response } from '../../../shared/contract/endpoint.ts';
import type { files } from '../../../shared/contract/files.ts';
import type { posts } from '../../../shared/contract/posts.ts';
import type { RuntimeConfig } from '../../../shared/contract/runtime-config.ts';
import type { users } from '../../../shared/contract/users.ts';
import { findDescendant } from '../process-tree.ts';
import { type Login, registerMember } from '../register-member.ts';
import { type Child, startChild } from './child.ts';
import { buildCommunity, buildViewerProfile, type Community } from './community.ts';
import { describeTable, replaceItems } from './fathom-table.ts';
import { type Case, type MemberRequest, PDF, POST_TEXT, type System, VIEWERS } from './system.ts';

const PROJECT = join(import.meta.dirname, '../../..');

/** Arguments of `npm start`. The viewers create more posts than the default limits allow, so the limits are raised. */
const ARGUMENTS = ['--port', '0', '--no-seed', '--no-web', '-c', 'conductLimitPercent=100000'];

/** Time in which Fathom must be ready, in milliseconds. */
const START_TIMEOUT_MS = 120_000;

/**
 * Starts Fathom like `npm start`, with the community that all systems have.
 *
 * @throws Error if dynoxide, which imports the community within seconds, is not installed
 */
export async function startFathom(
  directory: string,
  log: (text: string) => void,
): Promise<{ system: System; community: Community }> {
  // The first start creates the table and registers the viewers.
  const emptyCloud = await startServer(directory);
  const logins: Login[] = [];
  for (let number = 0; number < VIEWERS; number++) logins.push(await registerMember(emptyCloud.config, number));

  const { environment, tableName } = JSON.parse(readFileSync(join(directory, 'outputs.json'), 'utf8'));
  const table = await describeTable(tableName, environment);
  await emptyCloud.server.close();

  // The functions' own code builds the items. It reads settings of the stage.
  Object.assign(process.env, { TABLE_NAME: tableName, DEPTH_INDEX_SHARDS: '1' });
  const community = buildCommunity(logins.map(({ userId }, number) => buildViewerProfile(userId, number)));
  await replaceItems(join(directory, 'dynamodb'), table, community.items, log);

  const { server, config } = await startServer(directory);
  const database = findDescendant(server.pid, 'dynoxide') ?? server.pid;
  const system: System = {
    name: 'Fathom',
    origin: new URL(config.apiUrl).origin,
    headers: logins.map(({ accessToken }) => ({
      authorization: `Bearer ${accessToken}`,
      'content-type': 'application/json',
    })),
    processes: { server: server.pid, database },
    listRequests: (name, viewer) =>
      buildRequests(logins[viewer]!.userId, community.profileId)[name].map((request) => ({
        ...request,
        path: new URL(config.apiUrl).pathname + request.path,
      })),
    close: () => server.close(),
  };

  return { system, community };
}

/** Runs `npm start` until it is ready. */
async function startServer(directory: string): Promise<{ server: Child; config: RuntimeConfig }> {
  const args = ['bin/local.ts', '--directory', directory, ...ARGUMENTS];
  const server = startChild(process.execPath, args, { cwd: PROJECT });
  const url = await waitUntilReady(server);
  return { server, config: (await (await fetch(`${url}/config.json`)).json()) as RuntimeConfig };
}

/**
 * Waits until a server prints its address. Returns the address.
 *
 * @throws Error if the server ends, or is not ready in time
 */
async function waitUntilReady(server: Child): Promise<string> {
  const deadline = Date.now() + START_TIMEOUT_MS;

  for (;;) {
    const [, url] = /is ready: (\S+)/.exec(server.readOutput()) ?? [];
    if (url) return url;

    server.throwIfEnded();
    if (Date.now() > deadline) throw new Error(`Fathom is not ready. ${server.readOutput()}`);
    await pause(100);
  }
}

/** Builds the requests of each case, as one viewer sends them. */
function buildRequests(userId: string, profileId: string): Record<Case, readonly MemberRequest[]> {
  const listFiles = (options: object): MemberRequest => ({
    method: 'POST',
    path: contract.files.list.path,
    body: JSON.stringify({ userId, limit: 20, ...options }),
    extractRows: (response) => (response as Response<typeof files.list>).files.map(({ fileName }) => fileName),
  });

  return {
    newestFiles: [listFiles({})],
    largestPdfs: [listFiles({ sortBy: 'size', fileType: PDF })],
    profile: [
      {
        method: 'GET',
        path: contract.users.profile.path.replace('{userId}', profileId),
        extractRows: (response) => [(response as Response<typeof users.profile>).profile.username],
      },
    ],
    dashboard: [
      {
        method: 'GET',
        path: contract.account.dashboard.path,
        extractRows: (response) => {
          const { profile, posts, files, nearby } = response as Response<typeof account.dashboard>;
          return [
            profile.username,
            ...posts.map(({ content }) => content),
            ...files.map(({ fileName }) => fileName),
            ...nearby.map(({ username }) => username),
          ];
        },
      },
    ],
    feed: [
      {
        method: 'GET',
        path: `${contract.posts.list.path}?limit=10`,
        extractRows: (response) => (response as Response<typeof posts.list>).posts.map(({ content }) => content),
      },
    ],
    createPost: [
      {
        method: 'POST',
        path: contract.posts.create.path,
        body: JSON.stringify({ userId, content: POST_TEXT, idempotencyKey: randomUUID() }),
        extractRows: (response) => [(response as Response<typeof posts.create>).post.content],
      },
    ],
  };
}

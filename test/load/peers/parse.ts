import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { findFreePort } from '../../../infra/local/process/ports.ts';
import { callJson } from './call-json.ts';
import { startChild, waitUntilOpen } from './child.ts';
import { type Community, VIEWER_DEPTH } from './community.ts';
import { insertRows, type Postgres, runStatements } from './postgres.ts';
import { type Case, type MemberRequest, PDF, POST_TEXT, type System, VIEWERS } from './system.ts';

/** The path of Parse Server's command line. */
const PROGRAM = join(import.meta.dirname, 'node_modules/parse-server/bin/parse-server');
const DATABASE = 'parse';

/** The ID of the application, which each request names. */
const APP_ID = 'fathom';

/** Permissions of a class that members may only read. Parse Server refuses all others. */
const MEMBERS_READ = { find: { requiresAuthentication: true }, get: { requiresAuthentication: true } };

/** A field that refers to a member. */
const POINTER = { type: 'Pointer', targetClass: '_User' };

/** The classes of members, files, and posts. */
const CLASSES = [
  {
    className: '_User',
    fields: {
      bio: { type: 'String' },
      picture: { type: 'String' },
      depth: { type: 'Number' },
      followers: { type: 'Number' },
    },
    classLevelPermissions: { ...MEMBERS_READ, create: { '*': true } },
  },
  {
    className: 'Upload',
    fields: {
      name: { type: 'String' },
      type: { type: 'String' },
      size: { type: 'Number' },
      uploaded: { type: 'Date' },
      description: { type: 'String' },
      owner: POINTER,
      depth: { type: 'Number' },
      likeCount: { type: 'Number' },
      views: { type: 'Number' },
      likedBy: { type: 'Array' },
    },
    classLevelPermissions: MEMBERS_READ,
  },
  {
    className: 'Post',
    fields: {
      content: { type: 'String' },
      owner: POINTER,
      depth: { type: 'Number' },
      likeCount: { type: 'Number' },
      commentCount: { type: 'Number' },
      comment: { type: 'String' },
      likedBy: { type: 'Array' },
    },
    classLevelPermissions: { ...MEMBERS_READ, create: { requiresAuthentication: true } },
  },
];

/** Statements that create one index per sort order of the requests, and update the planner's statistics. */
const INDEXES = [
  'CREATE INDEX ON "Upload" (uploaded)',
  'CREATE INDEX ON "Upload" (type, size)',
  'CREATE INDEX ON "Upload" (depth)',
  'CREATE INDEX ON "Post" (depth, "createdAt")',
  'CREATE INDEX ON "_User" (depth)',
  'VACUUM ANALYZE',
];

/** Starts Parse Server with the community's data. */
export async function startParse(directory: string, postgres: Postgres, community: Community): Promise<System> {
  const port = await findFreePort();
  const origin = `http://127.0.0.1:${port}`;

  await runStatements(postgres, 'postgres', [`CREATE DATABASE ${DATABASE}`]);
  mkdirSync(directory, { recursive: true });

  const file = join(directory, 'parse.json');
  writeFileSync(file, JSON.stringify(buildConfiguration(directory, postgres, port)));

  const env = { PATH: process.env.PATH, NODE_ENV: 'production' };
  const server = startChild(process.execPath, [PROGRAM, file], { cwd: directory, env });
  await waitUntilOpen(server, { port });

  // The API creates the viewers, because it hashes their passwords.
  const appHeaders = { 'x-parse-application-id': APP_ID, 'content-type': 'application/json' };
  const headers = [];
  for (const [number, { id, ...member }] of community.members.slice(0, VIEWERS).entries()) {
    const { username, bio, picture, depth, followers } = member;
    const user = { objectId: id, username, bio, picture, depth, followers, password: `coral-reef-${number}` };
    const { sessionToken } = await callJson<{ sessionToken: string }>(`${origin}/parse/users`, appHeaders, user);
    headers.push({ ...appHeaders, 'x-parse-session-token': sessionToken });
  }
  await insertCommunity(postgres, community);

  return {
    name: 'Parse Server',
    origin,
    headers,
    processes: { server: server.pid, database: postgres.pid },
    listRequests: (name, viewer) => buildRequests(community.members[viewer]!.id, community.profileId)[name],
    close: () => server.close(),
  };
}

/** Builds the server's configuration file. */
function buildConfiguration(directory: string, postgres: Postgres, port: number): object {
  return {
    appId: APP_ID,
    masterKey: 'a key of a benchmark that ends in minutes',
    serverURL: `http://127.0.0.1:${port}/parse`,
    host: '127.0.0.1',
    port,
    databaseURI: `postgres://${postgres.user}@localhost/${DATABASE}`,
    databaseOptions: { host: postgres.host },
    schema: { definitions: CLASSES, lockSchemas: true, strict: true },
    allowClientClassCreation: false,
    allowCustomObjectId: true,
    // Members can see each other.
    enforcePrivateUsers: false,
    logLevel: 'error',
    logsFolder: join(directory, 'logs'),
  };
}

/** Inserts members, files, and posts directly into the database. */
async function insertCommunity(postgres: Postgres, { members, files, posts }: Community): Promise<void> {
  const users = members.slice(VIEWERS).map(({ id, username, bio, picture, depth, followers, joined }) => ({
    objectId: id,
    createdAt: joined,
    updatedAt: joined,
    username,
    bio,
    picture,
    depth,
    followers,
  }));
  await insertRows(postgres, DATABASE, '_User', users);

  const uploads = files.map(({ id, ...row }) => ({
    objectId: String(id),
    createdAt: row.uploaded,
    updatedAt: row.uploaded,
    ...row,
  }));
  await insertRows(postgres, DATABASE, 'Upload', uploads);

  const postRows = posts.map(({ id, published, ...row }) => ({
    objectId: String(id),
    createdAt: published,
    updatedAt: published,
    ...row,
  }));
  await insertRows(postgres, DATABASE, 'Post', postRows);

  await runStatements(postgres, DATABASE, INDEXES);
}

/** Builds the requests of each case, as one viewer sends them. */
function buildRequests(userId: string, profileId: string): Record<Case, readonly MemberRequest[]> {
  const visibilityFilter = { depth: { $lte: VIEWER_DEPTH } };
  /** Builds a GET request. The field `name` identifies the rows in its response. */
  const buildGet = (path: string, query: Record<string, string>, name: string): MemberRequest => ({
    method: 'GET',
    path: `/parse/${path}?${new URLSearchParams(query)}`,
    extractRows: (response) => {
      const { results = [response] } = response as { results?: unknown[] };
      return results.map((row) => (row as Record<string, string>)[name] ?? '');
    },
  });

  /** Builds the query of a list that a viewer can see. */
  const buildQuery = (
    path: string,
    { where = {}, order, limit }: { where?: object; order: string; limit: number },
  ) => ({
    where: JSON.stringify({ ...visibilityFilter, ...where }),
    order,
    limit: String(limit),
    ...(path !== 'users' && { include: 'owner' }),
  });

  const listFiles = (options: { where?: object; order: string; limit: number }) =>
    buildGet('classes/Upload', buildQuery('classes/Upload', options), 'name');
  const listPosts = (limit: number) =>
    buildGet('classes/Post', buildQuery('classes/Post', { order: '-depth,-createdAt', limit }), 'content');

  const owner = { __type: 'Pointer', className: '_User', objectId: userId };
  const post = { content: POST_TEXT, depth: VIEWER_DEPTH, owner, likeCount: 0, commentCount: 0, likedBy: [] };

  return {
    newestFiles: [listFiles({ order: '-uploaded', limit: 20 })],
    largestPdfs: [listFiles({ where: { type: PDF }, order: '-size', limit: 20 })],
    profile: [buildGet(`users/${profileId}`, {}, 'username')],
    dashboard: [
      buildGet('users/me', {}, 'username'),
      listPosts(5),
      listFiles({ order: '-depth', limit: 5 }),
      buildGet('users', buildQuery('users', { order: '-depth', limit: 5 }), 'username'),
    ],
    feed: [listPosts(10)],
    createPost: [
      // The response contains only the new ID.
      {
        ...buildGet('classes/Post', {}, 'objectId'),
        method: 'POST',
        path: '/parse/classes/Post',
        body: JSON.stringify(post),
      },
    ],
  };
}

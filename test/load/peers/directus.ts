import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { findFreePort } from '../../../infra/local/process/ports.ts';
import { callJson } from './call-json.ts';
import { runProgram, startChild, waitUntilOpen } from './child.ts';
import { type Community, VIEWER_DEPTH } from './community.ts';
import {
  DIRECTUS_COLLECTIONS,
  DIRECTUS_INDEXES,
  DIRECTUS_PERMISSIONS,
  DIRECTUS_USER_FIELDS,
} from './directus-model.ts';
import { insertRows, type Postgres, runStatements } from './postgres.ts';
import { type Case, type MemberRequest, PDF, POST_TEXT, type System, VIEWERS } from './system.ts';

/** The path of Directus's command line. Skips the wrapper, which checks for updates first. */
const PROGRAM = join(import.meta.dirname, 'node_modules/@directus/api/dist/cli/run.js');

const DATABASE = 'directus';

/** The login of the administrator. Directus creates this user at its first start. */
const ADMIN = { email: 'admin@example.com', password: 'coral-reef-7' };

/** Fields that requests select: those that Fathom's responses have, including the owner's name and picture. */
const FILE_FIELDS =
  'id,name,type,size,uploaded,description,depth,like_count,views,liked_by,owner.id,owner.first_name,owner.picture';
const POST_FIELDS =
  'id,content,published,depth,like_count,comment_count,comment,liked_by,owner.id,owner.first_name,owner.picture';
const MEMBER_FIELDS = 'id,first_name,description,picture,depth,followers,joined';

/** Starts Directus with the community's data. */
export async function startDirectus(directory: string, postgres: Postgres, community: Community): Promise<System> {
  const port = await findFreePort();
  const origin = `http://127.0.0.1:${port}`;

  await runStatements(postgres, 'postgres', [`CREATE DATABASE ${DATABASE}`]);
  mkdirSync(directory, { recursive: true });

  const env = buildEnvironment(directory, postgres, port);
  await runProgram(process.execPath, [PROGRAM, 'bootstrap'], { cwd: directory, env });
  const server = startChild(process.execPath, [PROGRAM, 'start'], { cwd: directory, env });
  await waitUntilOpen(server, { port });

  const logIn = async (credentials: { email: string; password: string }) => {
    const { data } = await callJson<{ data: { access_token: string } }>(`${origin}/auth/login`, {}, credentials);
    return { authorization: `Bearer ${data.access_token}`, 'content-type': 'application/json' };
  };

  const admin = await logIn(ADMIN);
  const roleId = await createModel((path, body) => callJson(origin + path, admin, body));

  // The API creates the viewers, because it hashes their passwords.
  const viewers = community.members.slice(0, VIEWERS);
  const viewerCredentials = viewers.map((_, number) => ({
    email: `viewer${number}@example.com`,
    password: 'coral-reef-7',
  }));
  const users = viewers.map((member, number) => ({ ...toUser(member), ...viewerCredentials[number], role: roleId }));
  await callJson(`${origin}/users`, admin, users);
  await insertCommunity(postgres, community, roleId);

  const headers = [];
  for (const credential of viewerCredentials) headers.push(await logIn(credential));

  return {
    name: 'Directus',
    origin,
    headers,
    processes: { server: server.pid, database: postgres.pid },
    listRequests: (name, viewer) => buildRequests(community.members[viewer]!.id, community.profileId)[name],
    close: () => server.close(),
  };
}

/** Builds the settings of Directus. Switches off its website and everything that would slow down the requests. */
function buildEnvironment(directory: string, postgres: Postgres, port: number): NodeJS.ProcessEnv {
  return {
    PATH: process.env.PATH,
    NODE_ENV: 'production',
    HOST: '127.0.0.1',
    PORT: String(port),
    PUBLIC_URL: `http://127.0.0.1:${port}`,
    SECRET: 'a secret of a benchmark that ends in minutes',
    DB_CLIENT: 'pg',
    DB_HOST: postgres.host,
    DB_PORT: '5432',
    DB_DATABASE: DATABASE,
    DB_USER: postgres.user,
    ADMIN_EMAIL: ADMIN.email,
    ADMIN_PASSWORD: ADMIN.password,
    ACCESS_TOKEN_TTL: '1d',
    LOG_LEVEL: 'error',
    SERVE_APP: 'false',
    WEBSOCKETS_ENABLED: 'false',
    TELEMETRY: 'false',
    PROJECT_OWNER_ENABLED: 'false',
    RATE_LIMITER_ENABLED: 'false',
    PRESSURE_LIMITER_ENABLED: 'false',
    STORAGE_LOCAL_ROOT: join(directory, 'uploads'),
    EXTENSIONS_PATH: join(directory, 'extensions'),
  };
}

/** Creates the collections and the role of members in Directus. Returns the role's ID. */
async function createModel(send: (path: string, body: unknown) => Promise<unknown>): Promise<string> {
  for (const field of DIRECTUS_USER_FIELDS) await send('/fields/directus_users', field);
  for (const collection of DIRECTUS_COLLECTIONS) {
    await send('/collections', collection);
    await send('/relations', {
      collection: collection.collection,
      field: 'owner',
      related_collection: 'directus_users',
    });
  }

  const policy = (await send('/policies', {
    name: 'Member',
    admin_access: false,
    app_access: false,
  })) as CreationResponse;
  const permissions = DIRECTUS_PERMISSIONS.map((permission) => ({ ...permission, policy: policy.data.id }));
  await send('/permissions', permissions);

  const role = (await send('/roles', { name: 'Member', policies: [{ policy: policy.data.id }] })) as CreationResponse;

  return role.data.id;
}

/** The response to the creation of an item. */
interface CreationResponse {
  readonly data: { readonly id: string };
}

/** Inserts members, files, and posts directly into the database. */
async function insertCommunity(
  postgres: Postgres,
  { members, files, posts }: Community,
  roleId: string,
): Promise<void> {
  const memberRows = members
    .slice(VIEWERS)
    .map((member) => ({ ...toUser(member), role: roleId, status: 'active', provider: 'default' }));
  await insertRows(postgres, DATABASE, 'directus_users', memberRows);

  // Directus's fields have other names than the community's rows.
  const toItemRow = <T extends { likeCount: number; likedBy: readonly string[] }>({
    likeCount,
    likedBy,
    ...row
  }: T) => ({
    ...row,
    like_count: likeCount,
    liked_by: likedBy,
  });

  await insertRows(postgres, DATABASE, 'uploads', files.map(toItemRow));
  const postRows = posts.map(toItemRow).map(({ commentCount, ...row }) => ({ ...row, comment_count: commentCount }));
  await insertRows(postgres, DATABASE, 'posts', postRows);
  await runStatements(postgres, DATABASE, DIRECTUS_INDEXES);
}

/** Returns a member's fields in Directus. */
function toUser({ id, username, bio, picture, depth, followers, joined }: Community['members'][number]) {
  return { id, first_name: username, description: bio, picture, depth, followers, joined };
}

/** Builds the requests of each case, as one viewer sends them. */
function buildRequests(viewerId: string, profileId: string): Record<Case, readonly MemberRequest[]> {
  /** Builds a GET request. The field `name` identifies the rows in its response. */
  const buildGet = (path: string, query: Record<string, string>, name: string): MemberRequest => ({
    method: 'GET',
    path: `${path}?${new URLSearchParams(query)}`,
    extractRows: (response) => {
      const { data } = response as { data: Record<string, string> | Record<string, string>[] };
      return [data].flat().map((row) => row[name] ?? '');
    },
  });

  const visibilityFilter = { 'filter[depth][_lte]': String(VIEWER_DEPTH) };
  const listFiles = (query: Record<string, string>) =>
    buildGet('/items/uploads', { fields: FILE_FIELDS, ...visibilityFilter, ...query }, 'name');
  const listPosts = (limit: string) =>
    buildGet('/items/posts', { fields: POST_FIELDS, ...visibilityFilter, sort: '-depth,-published', limit }, 'content');

  return {
    newestFiles: [listFiles({ sort: '-uploaded', limit: '20' })],
    largestPdfs: [listFiles({ sort: '-size', limit: '20', 'filter[type][_eq]': PDF })],
    profile: [buildGet(`/users/${profileId}`, { fields: MEMBER_FIELDS }, 'first_name')],
    dashboard: [
      buildGet('/users/me', { fields: MEMBER_FIELDS }, 'first_name'),
      listPosts('5'),
      listFiles({ sort: '-depth', limit: '5' }),
      buildGet('/users', { fields: MEMBER_FIELDS, ...visibilityFilter, sort: '-depth', limit: '5' }, 'first_name'),
    ],
    feed: [listPosts('10')],
    createPost: [
      {
        ...buildGet('/items/posts', { fields: POST_FIELDS }, 'content'),
        method: 'POST',
        body: JSON.stringify({
          content: POST_TEXT,
          depth: VIEWER_DEPTH,
          owner: viewerId,
          like_count: 0,
          comment_count: 0,
          liked_by: [],
        }),
      },
    ],
  };
}

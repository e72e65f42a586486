/**
 * Calls every endpoint for members as API Gateway does, with a token from before the member's sessions were ended.
 * Such a token must get 401 everywhere, and must change nothing.
 */
import { randomUUID } from 'node:crypto';
import type { APIGatewayProxyEventV2WithJWTAuthorizer, APIGatewayProxyStructuredResultV2, Context } from 'aws-lambda';
import { ulid } from 'ulid';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { allEndpoints, type Capability } from '../shared/contract/contract.ts';
import type { Endpoint } from '../shared/contract/endpoint.ts';
import { MATRIX, type Target } from '../test/acceptance/access-rows.ts';
import { FakeBucket } from '../test/support/fake-bucket.ts';
import { FakeSockets, fakePurgeFunction, fakeSecrets, fakeUserPool } from '../test/support/fake-clients.ts';
import { startTable } from '../test/support/table.ts';
import { countCalls } from '../test/support/table-calls.ts';
import * as account from './account/endpoints.ts';
import * as credentials from './credentials/endpoints.ts';
import * as files from './files/endpoints.ts';
import { recordStoredFile } from './files/record-stored-file.ts';
import { endpoint, type Run } from './http/endpoint.ts';
import * as messages from './messages/endpoints.ts';
import * as payments from './payments/endpoints.ts';
import * as posts from './posts/endpoints.ts';
import * as socketEndpoints from './sockets/endpoints.ts';
import { formatStorageKey } from './storage/storage-key.ts';
import { table } from './table/client.ts';
import { createProfile, refuseTokensBefore } from './table/profile.ts';
import * as users from './users/endpoints.ts';

/** The functions of each capability. */
const ENDPOINT_FUNCTIONS: { readonly [C in Capability]: object } = {
  account,
  credentials,
  files,
  messages,
  sockets: socketEndpoints,
  payments,
  posts,
  users,
};

/** Commands that change nothing in the table. */
const READS = ['GetItemCommand', 'BatchGetItemCommand', 'QueryCommand'];

/** Commands that change nothing in the bucket. */
const READS_OF_OBJECTS = ['HeadObjectCommand', 'GetObjectCommand', 'ListObjectsV2Command', 'ListPartsCommand'];

/** A row of the access matrix, which has a valid input for each endpoint. */
interface MatrixRow {
  readonly input: (target: Target) => object;
}

/** The second from which tokens are valid, because the sessions were ended before it. */
const VALID_FROM = 10;

const memberEndpoints = allEndpoints.filter(({ access }) => access === 'member');

let stopTable: () => Promise<void>;
let bucket: FakeBucket;
let sockets: FakeSockets;
let invocations: unknown[];
const pool = fakeUserPool();

/** The ID of a member whose sessions were ended. */
const userId = randomUUID();

/** The member's own items, which a successful request could change. */
let ownItems: Target;

beforeAll(async () => {
  stopTable = await startTable();
  bucket = new FakeBucket();
  sockets = new FakeSockets();
  invocations = fakePurgeFunction();
  fakeSecrets({ CURSOR_SECRET_ARN: 'secret', RENDITION_SECRET_ARN: 'rendition secret' });

  const followedId = randomUUID();
  for (const id of [userId, followedId]) {
    await createProfile({ userId: id, email: 'a@fathom.example', username: 'Ada' });
  }
  pool.set(userId, { email: 'a@fathom.example' });

  const caller = { userId, username: userId, issuedAt: VALID_FROM };
  await users.follow(caller, { userId: followedId });
  const { post } = await posts.create(caller, { content: 'Before the end', imageAlt: '' });
  const { comment } = await posts.addComment(caller, { postId: post.id, text: 'Before the end' });
  const fileId = formatStorageKey({ purpose: 'file', userId, ulid: ulid(), fileName: 'a.txt' });
  bucket.put(fileId, 'Before the end');
  await recordStoredFile(fileId);

  ownItems = { userId: followedId, fileId, postId: post.id, comment: { postId: post.id, commentId: comment.id } };
  await refuseTokensBefore(userId, VALID_FROM);
});
afterAll(() => stopTable());

/** Returns the fields of an input that a schema names. */
const pickFields = (schema: Endpoint['body'], input: object) =>
  Object.fromEntries(Object.entries(input).filter(([name]) => schema && name in schema.shape));

/** Builds API Gateway's event for a valid request to an endpoint, with a token that was issued at this second. */
function buildEvent(definition: Endpoint, issuedAt: number): APIGatewayProxyEventV2WithJWTAuthorizer {
  const rows = MATRIX[definition.capability as Capability] as unknown as Record<string, MatrixRow>;
  const input = rows[definition.key]!.input(ownItems);

  return {
    headers: { 'content-type': 'application/json' },
    pathParameters: pickFields(definition.params, input),
    queryStringParameters: pickFields(definition.query, input),
    body: definition.body && JSON.stringify(pickFields(definition.body, input)),
    requestContext: {
      requestId: 'r-1',
      authorizer: { jwt: { claims: { sub: userId, username: userId, token_use: 'access', iat: String(issuedAt) } } },
    },
  } as unknown as APIGatewayProxyEventV2WithJWTAuthorizer;
}

/** Calls an endpoint with a token that was issued at this second. Returns the status, and the code of an error. */
async function call(definition: Endpoint, issuedAt: number): Promise<{ status?: number; code?: string }> {
  const functions = ENDPOINT_FUNCTIONS[definition.capability as Capability] as Record<string, Run<Endpoint>>;
  const handler = endpoint(definition, functions[definition.key]!);

  const event = buildEvent(definition, issuedAt);
  const { statusCode, body } = (await handler(event, {} as Context)) as APIGatewayProxyStructuredResultV2;

  return { status: statusCode, code: JSON.parse(body!).code };
}

describe("a token from before the member's sessions were ended", () => {
  it.each(memberEndpoints.map((definition) => [`${definition.method} ${definition.path}`, definition] as const))(
    'gets 401 from %s, and changes nothing',
    async (_, definition) => {
      const requests: string[] = [];
      bucket.beforeRequest = (command) => requests.push(command);

      let response = {};
      const calls = await countCalls(table, async () => {
        response = await call(definition, VALID_FROM - 1);
      });

      expect(response).toEqual({ status: 401, code: 'Unauthenticated' });
      expect(Object.keys(calls).filter((name) => !READS.includes(name))).toEqual([]);
      expect(requests.filter((name) => !READS_OF_OBJECTS.includes(name))).toEqual([]);
      expect(invocations).toEqual([]);
      expect(sockets.frames).toEqual([]);
      expect([...pool.keys()]).toEqual([userId]);
    },
  );

  it('gets 401, unlike a later token, which gets 200', async () => {
    const me = memberEndpoints.find(({ name }) => name === 'account-me')!;
    expect(await call(me, VALID_FROM)).toEqual({ status: 200 });
  });
});

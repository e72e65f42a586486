/** Sends requests while a share of the calls to DynamoDB, or all of them, fail. */
import { DynamoDBClient, ListTablesCommand, paginateScan } from '@aws-sdk/client-dynamodb';
import { beforeEach, describe, expect, it } from 'vitest';
import { waitUntilQuiet } from '../../infra/local/wait-until-quiet.ts';
import { contract } from '../../shared/contract/contract.ts';
import type { Endpoint } from '../../shared/contract/endpoint.ts';
import { MATRIX, type Target } from '../acceptance/access-rows.ts';
import { Member } from '../support/member.ts';
import { startFaultCloud } from './fault-cloud.ts';
import {
  createFailureScript,
  FAST_REFUSALS,
  LOSING_FAULTS,
  REFUSING_FAULTS,
  startFaultyDatabase,
} from './faulty-database.ts';
import { expectSuccessOrTransientError, expectTransientError } from './write.ts';
import { prepareWrites, toWriteResponse } from './writes.ts';

/** More attempts than any request needs while a third of the database's calls fail. */
const MAX_ATTEMPTS = 40;

/** The SDK makes up to four attempts for each call, and an endpoint starts up to four calls concurrently. */
const MAX_CALLS_PER_REQUEST = 16;

const database = await startFaultyDatabase();
const { cloud } = await startFaultCloud();
const writes = await prepareWrites(cloud);

const client = new DynamoDBClient({
  region: cloud.config.region,
  endpoint: cloud.environment.AWS_ENDPOINT_URL_DYNAMODB!,
  credentials: cloud.credentials,
});

beforeEach(() => {
  database.recover();
  cloud.faults.dropNotifications = false;
});

/** Returns all items of the table. */
async function scanTable(): Promise<unknown[]> {
  const { TableNames: [TableName] = [] } = await client.send(new ListTablesCommand({}));
  const items: unknown[] = [];
  for await (const page of paginateScan({ client }, { TableName })) items.push(...(page.Items ?? []));
  return items;
}

/** Returns a request of a new member for each endpoint of members. */
async function prepareRequests() {
  const [member, partner] = await Promise.all([Member.register(), Member.register()]);
  const { body } = await member.call(contract.posts.create, { content: 'Calm seas' });
  const postId = body.post.id;
  const comment = (await member.call(contract.posts.addComment, { postId, text: 'Deep' })).body.comment;

  cloud.faults.dropNotifications = true;
  const fileId = await member.storeFile('reef.txt', 'text/plain', Buffer.from('Coral'));
  const target: Target = { userId: partner.userId, fileId, postId, comment: { postId, commentId: comment.id } };

  return Object.entries(MATRIX).flatMap(([capability, rows]) =>
    Object.entries(rows).flatMap(([name, row]) => {
      if (typeof row === 'string') return [];

      const endpoint = (contract as unknown as Record<string, Record<string, Endpoint>>)[capability]![name]!;
      const input = (row.input as (target: Target) => never)(target);
      return [{ endpoint, send: async () => toWriteResponse(await member.call(endpoint, input)) }];
    }),
  );
}

describe('while 30 % of the calls to DynamoDB fail', () => {
  it.each([1, 2])('repeated requests take effect once, with seed %i', async (seed) => {
    const preparedWrites = [];
    for (const { name, prepare, canBeGone } of writes) preparedWrites.push({ name, canBeGone, ...(await prepare()) });

    database.follow(createFailureScript(0.3, [...REFUSING_FAULTS, ...LOSING_FAULTS], seed));
    await Promise.all(
      preparedWrites.map(async ({ name, send, canBeGone = false }) => {
        for (let attempt = 1; ; attempt++) {
          const response = await send();
          // An earlier attempt whose response was lost may have deleted the item.
          if (response.status === 200 || (canBeGone && response.status === 404)) return;

          expectSuccessOrTransientError(response, name);
          expect(attempt, name).toBeLessThan(MAX_ATTEMPTS);
        }
      }),
    );

    expect(database.calls.length).toBeGreaterThan(0);

    database.recover();
    await cloud.functions.waitUntilIdle();

    for (const { name, readEffect, effect } of preparedWrites) expect(await readEffect(), name).toEqual(effect);
  });
});

describe('while all calls to DynamoDB fail', () => {
  it('every endpoint returns a transient error after few calls, and changes nothing', async () => {
    const requests = await prepareRequests();
    await waitUntilQuiet(cloud);
    const itemsBefore = await scanTable();

    for (const [number, { endpoint, send }] of requests.entries()) {
      database.follow(() => FAST_REFUSALS[number % FAST_REFUSALS.length]);
      const response = await send();

      // Every endpoint reads the caller, to check their session.
      expectTransientError(response, endpoint.name);
      expect(database.calls.length, endpoint.name).toBeLessThanOrEqual(MAX_CALLS_PER_REQUEST);
    }
    database.recover();

    expect(await scanTable()).toEqual(itemsBefore);
  });

  it('every write returns a transient error if DynamoDB throttles, and succeeds afterwards without a restart', async () => {
    const preparedWrites = [];
    for (const { name, prepare } of writes) preparedWrites.push({ name, ...(await prepare()) });

    database.follow(() => 'ThrottlingException');
    await Promise.all(preparedWrites.map(async ({ name, send }) => expectTransientError(await send(), name)));
    database.recover();

    for (const { name, send, readEffect, effect } of preparedWrites) {
      expect((await send()).status, name).toBe(200);
      expect(await readEffect(), name).toEqual(effect);
    }
  });
});

/** Tests of lists whose rows members share for two seconds. Sharing must reveal no row above a viewer. */
import { BatchWriteCommand, DeleteCommand, PutCommand } from '@aws-sdk/lib-dynamodb';
import fc from 'fast-check';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { users } from '../../shared/contract/users.ts';
import { startTable } from '../../test/support/table.ts';
import { table, tableName } from '../table/client.ts';
import { profileKey } from '../table/keys.ts';
import { profileDepthAttributes } from '../table/profile.ts';
import { listUsers } from './list.ts';
import { readNearbyIds } from './nearby.ts';

vi.mock('../platform/secret.ts', () => ({ loadSecret: async () => 'cursor secret' }));

/** How long members share rows, in milliseconds: two seconds. */
const SHARED_MS = 2000;

const CENTIMETRES_PER_METRE = 100;
const MICROMETRES_PER_METRE = 1_000_000;

/** Depths around those of the viewers and around the bounds of bands (ranges of depths in the index), in metres. */
const DEPTHS = [0, 0.5, 5, 6, 40, 150, 151, 2000];

/** Depths of the viewers, in metres. The last two viewers share the lower bands, but are in different bands. */
const VIEWER_DEPTHS = [0, 5, 150, 200];

/** The members whose depths the property test changes. */
const MEMBER_IDS = Array.from({ length: 12 }, (_, number) => `member-${number}`);
const viewerId = (metres: number) => `viewer-${metres}`;

/** Number of queries to an index since a test set this to zero. */
let queryCount = 0;
let now = Date.parse('2026-11-21T00:00:00.000Z');
let stopTable: () => Promise<void>;

beforeAll(async () => {
  stopTable = await startTable({ shards: 2 });

  table.middlewareStack.add(
    (next, { commandName }) =>
      (args) => {
        if (commandName === 'QueryCommand' && 'IndexName' in args.input) queryCount++;
        return next(args);
      },
    { step: 'initialize' },
  );
});

afterAll(() => stopTable());

beforeEach(() => {
  // Rows of earlier tests are no longer shared.
  now += 60_000;
  vi.useFakeTimers({ toFake: ['Date'], now });
});

afterEach(() => vi.useRealTimers());

/** Sets the clock forward, and keeps it there. */
function advance(milliseconds: number): void {
  now += milliseconds;
  vi.setSystemTime(now);
}

/** Builds the table item of a member who has bought this depth. */
function buildMemberItem(userId: string, metres: number) {
  const totals = { contributedBytes: 0, purchasedCm: metres * CENTIMETRES_PER_METRE };
  const attributes = profileDepthAttributes({ userId, ...totals });
  expect(attributes.depth).toBe(metres * MICROMETRES_PER_METRE);

  return {
    ...profileKey(userId),
    userId,
    username: userId,
    issuedAt: 1,
    bio: '',
    profilePicture: '',
    followersCount: 0,
    followingCount: 0,
    ...totals,
    ...attributes,
    textOrder: userId,
    searchText: userId,
  };
}

async function storeMember(userId: string, metres: number): Promise<void> {
  const Item = buildMemberItem(userId, metres);
  await table.send(new PutCommand({ TableName: tableName(), Item }));
}

type Sort = 'contributions' | 'username' | 'depth';

/** Lists all members as the viewer at this depth. Returns the IDs of the members. */
async function listIds(metres: number, sort: Sort): Promise<string[]> {
  const userId = viewerId(metres);
  const caller = { userId, username: userId, issuedAt: 1 };
  const page = await listUsers(caller, users.list.query.parse({ sort, limit: '50' }));
  return page.users.map(({ id }) => id);
}

/** The depths of the stored members of {@link MEMBER_IDS}, in metres. */
type Depths = Map<string, number>;

/** A change of a member's depth, a deletion of a member, or a wait in milliseconds. */
type Change = { readonly move: string; readonly to: number } | { readonly remove: string } | { readonly wait: number };

/** Generates an action: a viewer's requests, or a {@link Change}. */
const anyAction = fc.oneof(
  { weight: 3, arbitrary: fc.record({ view: fc.constantFrom(...VIEWER_DEPTHS) }) },
  { weight: 4, arbitrary: fc.record({ move: fc.constantFrom(...MEMBER_IDS), to: fc.constantFrom(...DEPTHS) }) },
  { weight: 1, arbitrary: fc.record({ remove: fc.constantFrom(...MEMBER_IDS) }) },
  { weight: 2, arbitrary: fc.record({ wait: fc.constantFrom(10, 500, SHARED_MS) }) },
);

/** Generates actions, and the order of the lists. */
const anyScenario = fc.tuple(
  fc.array(anyAction, { minLength: 8, maxLength: 25 }),
  fc.constantFrom('contributions', 'username'),
);

/** Stores all members of {@link MEMBER_IDS} at their first depths, which it returns. */
async function storeMembers(): Promise<Depths> {
  const depths = new Map(MEMBER_IDS.map((member, number) => [member, DEPTHS[number % DEPTHS.length]!]));
  const puts = [...depths].map(([id, metres]) => ({ PutRequest: { Item: buildMemberItem(id, metres) } }));
  await table.send(new BatchWriteCommand({ RequestItems: { [tableName()]: puts } }));
  return depths;
}

async function applyChange(change: Change, depths: Depths): Promise<void> {
  if ('wait' in change) {
    advance(change.wait);
  } else if ('move' in change) {
    await storeMember(change.move, change.to);
    depths.set(change.move, change.to);
  } else {
    await table.send(new DeleteCommand({ TableName: tableName(), Key: profileKey(change.remove) }));
    depths.delete(change.remove);
  }
}

const selectVisible = (depths: Depths, metres: number) =>
  [...depths].filter(([, depth]) => depth <= metres).map(([id]) => id);

/** Lists members like {@link listIds}. Returns only the IDs that {@link MEMBER_IDS} contains. */
const listTestedIds = async (metres: number, sort: Sort) =>
  (await listIds(metres, sort)).filter((id) => MEMBER_IDS.includes(id));

/**
 * Lists members as the viewer at this depth. Fails the test if the list has a member twice, or a member that the viewer
 * must not see. Returns whether the list came from shared rows only.
 */
async function checkList(metres: number, sort: Sort, depths: Depths): Promise<boolean> {
  queryCount = 0;
  const memberIds = await listTestedIds(metres, sort);
  const isShared = queryCount === 0;

  expect(selectVisible(depths, metres)).toEqual(expect.arrayContaining(memberIds));
  expect(new Set(memberIds).size).toBe(memberIds.length);

  return isShared;
}

describe('GET /users with shared rows', () => {
  it('reads the rows of a frequent query once in two seconds', async () => {
    await Promise.all(VIEWER_DEPTHS.map((metres) => storeMember(viewerId(metres), metres)));
    const countQueries = async () => {
      queryCount = 0;
      await listIds(0, 'username');
      return queryCount;
    };

    // The viewer's only band has two shards.
    for (let use = 1; use <= 5; use++) expect(await countQueries()).toBe(2);
    expect(await countQueries()).toBe(0);

    advance(SHARED_MS - 1);
    expect(await countQueries()).toBe(0);

    advance(1);
    expect(await countQueries()).toBe(2);
  });

  it('does not share rows while requests are rare', async () => {
    // A query's rows are shared after five uses within a second. At this pace, five uses take longer.
    const paceMs = 260;

    for (let use = 0; use < 10; use++) {
      queryCount = 0;
      await listIds(0, 'username');
      expect(queryCount).toBe(2);

      advance(paceMs);
    }
  });

  it('shares the rows of nearby members', async () => {
    const viewer = { userId: viewerId(0), depth: 0, peakDepth: 0, followingCount: 0 };
    for (let use = 0; use < 5; use++) await readNearbyIds(viewer);

    queryCount = 0;
    await readNearbyIds(viewer);

    expect(queryCount).toBe(0);
  });

  it('lists a member only once after they move to a band whose rows are not shared', async () => {
    await Promise.all([150, 200].map((metres) => storeMember(viewerId(metres), metres)));
    await storeMember('mover', 40);

    // Repeats the query until its rows are shared.
    for (let use = 0; use < 6; use++) expect(await listIds(150, 'username')).toContain('mover');

    await storeMember('mover', 151);
    expect((await listIds(200, 'username')).filter((id) => id === 'mover')).toEqual(['mover']);
    expect(await listIds(150, 'username')).not.toContain('mover');
  });

  it('lists no members above the viewer, deleted ones, or duplicates, and is complete after two seconds', async () => {
    // Lists that came from shared rows only. Shows that the test covers them.
    let sharedListCount = 0;

    await fc.assert(
      fc.asyncProperty(anyScenario, async ([actions, sort]) => {
        // Stores all members again. The rows of the previous scenario are no longer shared.
        advance(60_000);
        const depths = await storeMembers();

        for (const action of actions) {
          if (!('view' in action)) {
            await applyChange(action, depths);
            continue;
          }

          // The sixth use of a query may read shared rows.
          for (let use = 1; use <= 6; use++) {
            if (await checkList(action.view, sort, depths)) sharedListCount++;
          }
        }

        // After two seconds, all lists are complete.
        advance(SHARED_MS);
        for (const metres of VIEWER_DEPTHS) {
          expect((await listTestedIds(metres, sort)).toSorted()).toEqual(selectVisible(depths, metres).toSorted());
        }
      }),
      { numRuns: 15 },
    );

    expect(sharedListCount).toBeGreaterThan(15);
  });
});

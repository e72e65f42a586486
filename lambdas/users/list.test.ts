/** Tests that the list of members by contributions reads no members that can't be visible. */
import { BatchWriteCommand } from '@aws-sdk/lib-dynamodb';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { users } from '../../shared/contract/users.ts';
import { startTable } from '../../test/support/table.ts';
import { table, tableName } from '../table/client.ts';
import { profileKey } from '../table/keys.ts';
import { type Profile, profileDepthAttributes } from '../table/profile.ts';
import { listUsers } from './list.ts';

vi.mock('../platform/secret.ts', () => ({ loadSecret: async () => 'cursor secret' }));

/** Number of members above the viewer, in the same band: the range of depths that the index keeps in one partition. */
const MEMBERS_ABOVE = 200;

/** Number of members at 0 m, including the viewer. */
const MEMBERS_AT_BOTTOM = 25;

describe('GET /users sorted by contributions', () => {
  let stopTable: () => Promise<void>;

  beforeAll(async () => {
    stopTable = await startTable();

    const members = [
      ...Array.from({ length: MEMBERS_ABOVE }, (_, number) =>
        buildMemberItem(`above-${number}`, { contributedBytes: 1000 + number }),
      ),
      ...Array.from({ length: MEMBERS_AT_BOTTOM }, (_, number) =>
        buildMemberItem(`bottom-${number}`, { contributedBytes: 0 }),
      ),
      // A reversal without its payment, so that the depth is less than the contribution alone would give.
      buildMemberItem('reversed', { contributedBytes: 1_048_576, purchasedCm: -1 }),
    ];

    // DynamoDB accepts 25 items per batch.
    for (let start = 0; start < members.length; start += 25) {
      const puts = members.slice(start, start + 25).map((Item) => ({ PutRequest: { Item } }));
      await table.send(new BatchWriteCommand({ RequestItems: { [tableName()]: puts } }));
    }
  });

  afterAll(() => stopTable());

  /** Returns the IDs of the members on each page of the list by contributions. */
  async function listAllPages(): Promise<string[][]> {
    const caller = { userId: 'bottom-0', username: 'bottom-0', issuedAt: 1 };
    const pages: string[][] = [];
    let cursor: string | null = null;
    do {
      const query = users.list.query.parse({ sort: 'contributions', ...(cursor && { cursor }) });
      const page = await listUsers(caller, query);
      pages.push(page.users.map(({ id }) => id));
      cursor = page.cursor;
    } while (cursor);

    return pages;
  }

  it('returns every visible member without reading members whose contributions put them above the viewer', async () => {
    let evaluatedRows = 0;
    table.middlewareStack.add(
      (next) => async (args) => {
        const response = await next(args);
        evaluatedRows += (response.output as { ScannedCount?: number }).ScannedCount ?? 0;
        return response;
      },
      { step: 'initialize' },
    );

    const pages = await listAllPages();
    const listedIds = new Set(pages.flat());

    // 25 members at the bottom and "reversed", in pages of ten.
    expect(pages.map(({ length }) => length)).toEqual([10, 10, 6]);
    expect(listedIds.size).toBe(MEMBERS_AT_BOTTOM + 1);
    expect(listedIds).toContain('reversed');
    expect(evaluatedRows).toBeLessThan(MEMBERS_ABOVE / 2);
  });
});

/** Builds the table item of a member with these contributions and payments. */
function buildMemberItem(userId: string, totals: Partial<Pick<Profile, 'contributedBytes' | 'purchasedCm'>>) {
  const depthTotals = { contributedBytes: 0, purchasedCm: 0, ...totals };

  return {
    ...profileKey(userId),
    userId,
    username: userId,
    issuedAt: 1,
    bio: '',
    profilePicture: '',
    followersCount: 0,
    followingCount: 0,
    ...depthTotals,
    ...profileDepthAttributes({ userId, ...depthTotals }),
    textOrder: userId,
    searchText: userId,
  };
}

import { BatchWriteCommand } from '@aws-sdk/lib-dynamodb';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { users } from '../../shared/contract/users.ts';
import { startTable } from '../../test/support/table.ts';
import { table, tableName } from '../table/client.ts';
import { profileKey } from '../table/keys.ts';
import { type Profile, profileDepthAttributes } from '../table/profile.ts';
import { listUsers } from './list.ts';

vi.mock('../platform/secret.ts', () => ({ loadSecret: async () => 'cursor secret' }));

/** Number of members above the viewer, in the same depth band. */
const ABOVE = 200;
/** Number of members at 0 m, including the viewer. */
const AT_BOTTOM = 25;

describe('GET /users sorted by contributions', () => {
  let stop: () => Promise<void>;
  beforeAll(async () => {
    stop = await startTable();

    const members = [
      ...Array.from({ length: ABOVE }, (_, number) =>
        buildMemberItem(`above-${number}`, { contributedBytes: 1000 + number }),
      ),
      ...Array.from({ length: AT_BOTTOM }, (_, number) => buildMemberItem(`below-${number}`, { contributedBytes: 0 })),
      // A reversal without its payment, so that the depth is less than the contribution alone would give.
      buildMemberItem('reversed', { contributedBytes: 1_048_576, purchasedCm: -1 }),
    ];

    for (let at = 0; at < members.length; at += 25) {
      const puts = members.slice(at, at + 25).map((Item) => ({ PutRequest: { Item } }));
      await table.send(new BatchWriteCommand({ RequestItems: { [tableName()]: puts } }));
    }
  });
  afterAll(() => stop());

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

    const sizes: number[] = [];
    const ids = new Set<string>();
    let cursor: string | null = null;
    do {
      const query = users.list.query.parse({ sort: 'contributions', ...(cursor && { cursor }) });
      const page = await listUsers({ userId: 'below-0', username: 'below-0', issuedAt: 1 }, query);
      for (const { id } of page.users) ids.add(id);
      sizes.push(page.users.length);
      cursor = page.cursor;
    } while (cursor);

    expect(sizes).toEqual([10, 10, 6]);
    expect(ids.size).toBe(AT_BOTTOM + 1);
    expect(ids).toContain('reversed');
    expect(evaluatedRows).toBeLessThan(ABOVE / 2);
  });
});

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

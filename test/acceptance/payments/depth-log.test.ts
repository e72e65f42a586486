import { describe, expect, it } from 'vitest';
import { contract } from '../../../shared/contract/contract.ts';
import { Member } from '../../support/member.ts';
import { createPng } from '../../support/sample-files.ts';

const { depthLog } = contract.account;
const readLog = async (owner: Member, input: { limit?: number; cursor?: string } = {}) =>
  (await owner.call(depthLog, input as { limit: number })).body;

describe('GET /depth-log', () => {
  it('returns an empty depth log to a new member', async () => {
    expect(await readLog(await Member.register())).toMatchObject({ entries: [], cursor: null });
  });

  it('returns every change of depth with the resulting depth, newest first', async () => {
    const member = await Member.register();
    const bytes = createPng(40_000);
    const { key } = await member.upload('reef #1.png', 'image/png', bytes);

    await member.call(contract.account.testContribution, {});
    await member.call(contract.files.delete, { fileId: key });
    const { entries } = await readLog(member);

    expect(entries.map(({ source, bytes, fileName }) => [source, bytes, fileName])).toEqual([
      ['removal', -bytes.length, 'reef #1.png'],
      // 0.1 MB, rounded to bytes.
      ['test', 104_858, null],
      ['upload', bytes.length, 'reef #1.png'],
    ]);
    expect(entries[0]!.depthAfter).toBe(await member.getDepth());
    for (const { payment, at } of entries) {
      expect(payment).toBeNull();
      expect(Math.abs(Date.now() - Date.parse(at))).toBeLessThan(600_000);
    }

    const changes = entries.map(({ change }) => change);
    expect(changes.reduce((sum, change) => sum + change, 0)).toBeCloseTo(await member.getDepth(), 5);
  });

  it('returns every entry once across pages', async () => {
    const member = await Member.register();
    for (let count = 0; count < 7; count++) await member.call(contract.account.testContribution, {});
    const ids: string[] = [];
    let cursor: string | undefined;
    do {
      const page = await readLog(member, { limit: 3, ...(cursor && { cursor }) });
      expect(page.entries.length).toBeLessThanOrEqual(3);
      ids.push(...page.entries.map(({ id }) => id));
      cursor = page.cursor ?? undefined;
    } while (cursor);

    expect(ids).toHaveLength(7);
    expect(new Set(ids).size).toBe(7);
  });

  it('shows no entries and accepts no cursors of other members', async () => {
    const [member, otherMember] = await Promise.all([Member.register(), Member.register()]);
    for (let count = 0; count < 2; count++) await member.call(contract.account.testContribution, {});
    expect((await readLog(otherMember)).entries).toEqual([]);

    const { cursor } = await readLog(member, { limit: 1 });
    const withCursorOfOtherMember = await otherMember.call(depthLog, { limit: 1, cursor: cursor! });
    expect(withCursorOfOtherMember).toMatchObject({ status: 400, body: { code: 'InvalidCursor' } });
  });

  it.each([{ limit: 0 }, { limit: 101 }, { cursor: 'nonsense' }, { userId: 'someone' }])(
    'rejects the query %j',
    async (query) => {
      const member = await Member.register();
      // Some of these queries don't have the type of the contract.
      expect((await member.call(depthLog, query as never)).status).toBe(400);
    },
  );
});

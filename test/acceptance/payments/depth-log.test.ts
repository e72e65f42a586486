/** Tests of the dive log: every change of the caller's depth, newest first. */
import { describe, expect, it } from 'vitest';
import { contract } from '../../../shared/contract/contract.ts';
import { Member } from '../../support/member.ts';
import { createPng } from '../../support/sample-files.ts';

const { depthLog } = contract.account;

const readDepthLog = async (owner: Member, input: { limit?: number; cursor?: string } = {}) =>
  (await owner.call(depthLog, input as { limit: number })).body;

describe('GET /depth-log', () => {
  it('returns an empty depth log to a new member', async () => {
    expect(await readDepthLog(await Member.register())).toMatchObject({ entries: [], cursor: null });
  });

  it('returns every change of depth with the resulting depth, newest first', async () => {
    const member = await Member.register();
    const picture = createPng(40_000);
    const { key } = await member.upload('reef #1.png', 'image/png', picture);

    await member.call(contract.account.testContribution, {});
    await member.call(contract.files.delete, { fileId: key });

    const { entries } = await readDepthLog(member);

    expect(entries.map(({ source, bytes, fileName }) => [source, bytes, fileName])).toEqual([
      ['removal', -picture.length, 'reef #1.png'],
      // 0.1 MB of 1,048,576 bytes, rounded to bytes.
      ['test', 104_858, null],
      ['upload', picture.length, 'reef #1.png'],
    ]);
    expect(entries[0]!.depthAfter).toBe(await member.getDepth());
    for (const { payment, at } of entries) {
      expect(payment).toBeNull();
      // A deployed target has its own clock.
      expect(Math.abs(Date.now() - Date.parse(at))).toBeLessThan(600_000);
    }

    const changes = entries.map(({ change }) => change);
    expect(changes.reduce((sum, change) => sum + change, 0)).toBeCloseTo(await member.getDepth(), 5);
  });

  it('returns every entry once across pages', async () => {
    const member = await Member.register();
    const contributions = 7;
    for (let index = 0; index < contributions; index++) await member.call(contract.account.testContribution, {});

    const ids: string[] = [];
    let cursor: string | undefined;

    do {
      const page = await readDepthLog(member, { limit: 3, ...(cursor && { cursor }) });
      expect(page.entries.length).toBeLessThanOrEqual(3);

      ids.push(...page.entries.map(({ id }) => id));
      cursor = page.cursor ?? undefined;
    } while (cursor);

    expect(ids).toHaveLength(contributions);
    expect(new Set(ids).size).toBe(contributions);
  });

  it('omits the entries of other members and rejects their cursors', async () => {
    const [member, otherMember] = await Promise.all([Member.register(), Member.register()]);
    for (let index = 0; index < 2; index++) await member.call(contract.account.testContribution, {});
    expect((await readDepthLog(otherMember)).entries).toEqual([]);

    const { cursor } = await readDepthLog(member, { limit: 1 });
    const response = await otherMember.call(depthLog, { limit: 1, cursor: cursor! });

    expect(response).toMatchObject({ status: 400, body: { code: 'InvalidCursor' } });
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

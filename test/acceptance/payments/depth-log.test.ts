import { describe, expect, it } from 'vitest';
import { contract } from '../../../shared/contract/contract.ts';
import { Member } from '../../support/member.ts';
import { pngOf } from '../../support/sample-files.ts';

const { depthLog } = contract.account;
const read = async (of: Member, input: { limit?: number; cursor?: string } = {}) =>
  (await of.call(depthLog, input as { limit: number })).body;

describe('GET /depth-log', () => {
  it('is empty for who has just arrived', async () => {
    expect(await read(await Member.register())).toMatchObject({ entries: [], cursor: null });
  });

  it('tells every change, newest first, each with the depth that it led to', async () => {
    const member = await Member.register();
    const bytes = pngOf(40_000);
    const { key } = await member.upload('reef #1.png', 'image/png', bytes);
    await member.call(contract.account.testContribution, {});
    await member.call(contract.files.delete, { fileId: key });
    const { entries } = await read(member);
    expect(entries.map(({ source, bytes, fileName }) => [source, bytes, fileName])).toEqual([
      ['removal', -bytes.length, 'reef #1.png'],
      ['test', 104_858, null],
      ['upload', bytes.length, 'reef #1.png'],
    ]);
    expect(entries[0]!.depthAfter).toBe(await member.depth());
    for (const { payment, at } of entries) {
      expect(payment).toBeNull();
      expect(Math.abs(Date.now() - Date.parse(at))).toBeLessThan(600_000);
    }
    const changes = entries.map(({ change }) => change);
    expect(changes.reduce((sum, change) => sum + change, 0)).toBeCloseTo(await member.depth(), 5);
  });

  it('comes in pages that leave out nothing and repeat nothing', async () => {
    const member = await Member.register();
    for (let time = 0; time < 7; time++) await member.call(contract.account.testContribution, {});
    const ids: string[] = [];
    let cursor: string | undefined;
    do {
      const page = await read(member, { limit: 3, ...(cursor && { cursor }) });
      expect(page.entries.length).toBeLessThanOrEqual(3);
      ids.push(...page.entries.map(({ id }) => id));
      cursor = page.cursor ?? undefined;
    } while (cursor);
    expect(ids).toHaveLength(7);
    expect(new Set(ids).size).toBe(7);
  });

  it('is nobody else’s, and neither are its cursors', async () => {
    const [member, other] = await Promise.all([Member.register(), Member.register()]);
    for (let time = 0; time < 2; time++) await member.call(contract.account.testContribution, {});
    expect((await read(other)).entries).toEqual([]);
    const { cursor } = await read(member, { limit: 1 });
    const stolen = await other.call(depthLog, { limit: 1, cursor: cursor! });
    expect(stolen).toMatchObject({ status: 400, body: { code: 'InvalidCursor' } });
  });

  it.each([{ limit: 0 }, { limit: 101 }, { cursor: 'nonsense' }, { userId: 'somebody' }])(
    'refuses the question %j',
    async (question) => {
      const member = await Member.register();
      expect((await member.call(depthLog, question as never)).status).toBe(400);
    },
  );
});

import { randomUUID } from 'node:crypto';
import { incrementBase32, ulid } from 'ulid';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { startTable } from '../../test/support/table.ts';

let stop: () => Promise<void>;
let inbox: typeof import('./inbox.ts');
let transact: typeof import('./transaction.ts').transact;

beforeAll(async () => {
  stop = await startTable();
  // Loaded once the environment says where the table is.
  [inbox, { transact }] = await Promise.all([import('./inbox.ts'), import('./transaction.ts')]);
});
afterAll(() => stop());

it('a watermark that is behind another is no news, though something newer is still unread', async () => {
  const [reader, writer] = [randomUUID(), randomUUID()];
  const ids: string[] = [];
  for (let id = ulid(); ids.length < 3; id = incrementBase32(id)) {
    const about = { clientMessageId: id, conversation: '', sender: writer, recipient: reader, content: 'Ahoy' };
    const message = { ...about, messageId: id, timestamp: new Date().toISOString() };
    await transact(() => [inbox.noteMessage({ userId: reader, otherId: writer }, message, ids.at(-1))]);
    ids.push(id);
  }
  const [first, second, third] = ids as [string, string, string];
  expect(await inbox.moveWatermark(reader, writer, second)).toBe('moved');
  for (const behind of [first, second]) expect(await inbox.moveWatermark(reader, writer, behind)).toBe('unmoved');
  expect(await inbox.getInboxRow(reader, writer)).toMatchObject({ readUpTo: second, unreadCount: 1 });
  expect(await inbox.moveWatermark(reader, writer, third)).toBe('moved');
  expect(await inbox.getInboxRow(reader, writer)).toMatchObject({ readUpTo: third, unreadCount: 0 });
});

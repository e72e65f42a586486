import { randomUUID } from 'node:crypto';
import { incrementBase32, ulid } from 'ulid';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { startTable } from '../../test/support/table.ts';
import { beforeNext } from '../../test/support/table-calls.ts';
import { table } from './client.ts';
import { buildInboxUpdate, getInboxRow, moveWatermark } from './inbox.ts';
import { transact } from './transaction.ts';

let stopTable: () => Promise<void>;

beforeAll(async () => {
  stopTable = await startTable();
});

afterAll(() => stopTable());

/**
 * Stores a message from the writer in the reader's inbox row.
 *
 * @param lastMessageId - the ID of the row's last message before this one
 */
async function receive(reader: string, writer: string, id: string, lastMessageId: string | undefined): Promise<void> {
  const message = {
    messageId: id,
    clientMessageId: id,
    conversation: '',
    sender: writer,
    recipient: reader,
    content: 'Ahoy',
    timestamp: new Date().toISOString(),
  };

  await transact(() => [buildInboxUpdate({ userId: reader, otherId: writer }, message, lastMessageId)]);
}

it('keeps a message unread that is stored between the read and the write of the watermark', async () => {
  const reader = randomUUID();
  const writer = randomUUID();
  const firstId = ulid();
  const secondId = incrementBase32(firstId);
  await receive(reader, writer, firstId, undefined);

  const isInterrupted = beforeNext(table, 'UpdateItemCommand', () => receive(reader, writer, secondId, firstId));

  expect(await moveWatermark(reader, writer, firstId)).toMatchObject({ outcome: 'moved' });

  expect(isInterrupted()).toBe(true);
  expect(await getInboxRow(reader, writer)).toMatchObject({ readUpTo: firstId, unreadCount: 1 });
});

it('ignores a watermark that is not after the stored one, while newer messages are unread', async () => {
  const reader = randomUUID();
  const writer = randomUUID();

  const ids: string[] = [];
  for (let id = ulid(); ids.length < 3; id = incrementBase32(id)) {
    await receive(reader, writer, id, ids.at(-1));
    ids.push(id);
  }
  const [firstId, secondId, thirdId] = ids as [string, string, string];

  expect(await moveWatermark(reader, writer, secondId)).toMatchObject({ outcome: 'moved' });
  for (const messageId of [firstId, secondId]) {
    expect(await moveWatermark(reader, writer, messageId)).toMatchObject({ outcome: 'unmoved' });
  }
  expect(await getInboxRow(reader, writer)).toMatchObject({ readUpTo: secondId, unreadCount: 1 });

  expect(await moveWatermark(reader, writer, thirdId)).toMatchObject({ outcome: 'moved' });
  expect(await getInboxRow(reader, writer)).toMatchObject({ readUpTo: thirdId, unreadCount: 0 });
});

it('reports a watermark as moved if the response to its write was lost', async () => {
  const reader = randomUUID();
  const writer = randomUUID();
  const id = ulid();
  await receive(reader, writer, id, undefined);

  const name = 'loseResponse';
  // This step is inside the client's retries, so the second attempt fails on the condition.
  table.middlewareStack.add(
    (next, context) => async (args) => {
      const response = await next(args);
      if (context.commandName !== 'UpdateItemCommand') return response;
      table.middlewareStack.remove(name);
      throw Object.assign(new Error('socket hang up'), { code: 'ECONNRESET' });
    },
    { step: 'finalizeRequest', priority: 'low', name },
  );

  expect(await moveWatermark(reader, writer, id)).toMatchObject({ outcome: 'moved' });
  expect(await moveWatermark(reader, writer, id)).toMatchObject({ outcome: 'unmoved' });
});

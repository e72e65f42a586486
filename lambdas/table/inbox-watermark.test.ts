/** Tests of the watermark: the last message of a conversation that a member has read. It never moves back. */
import { randomUUID } from 'node:crypto';
import { incrementBase32, ulid } from 'ulid';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTable } from '../../test/support/table.ts';
import { beforeNext } from '../../test/support/table-calls.ts';
import { table } from './client.ts';
import { buildInboxUpdate, getInboxRow, moveWatermark } from './inbox.ts';
import { transact } from './transaction.ts';

/** Sorts after the ID of every message. */
const AFTER_ALL_IDS = '~';

let stopTable: () => Promise<void>;

beforeAll(async () => {
  stopTable = await startTable();
});

afterAll(() => stopTable());

/** A message between the member who reads it and their partner. */
interface RecordedMessage {
  readonly reader: string;
  readonly partner: string;
  readonly sender: string;
  readonly id: string;
  /** The ID of the last message before this one. */
  readonly lastMessageId: string | undefined;
}

/** Stores a message in the reader's inbox row. */
async function record({ reader, partner, sender, id, lastMessageId }: RecordedMessage): Promise<void> {
  const message = {
    messageId: id,
    clientMessageId: id,
    conversation: '',
    sender,
    recipient: sender === reader ? partner : reader,
    content: 'Ahoy',
    timestamp: new Date().toISOString(),
  };

  await transact(() => [buildInboxUpdate({ userId: reader, otherId: partner }, message, lastMessageId)]);
}

/** Stores a message from the writer in the reader's inbox row. */
const receive = (reader: string, writer: string, id: string, lastMessageId?: string) =>
  record({ reader, partner: writer, sender: writer, id, lastMessageId });

// A watermark is the ID of the newest message that a member has read in a conversation.
describe('moveWatermark', () => {
  it('returns undefined without a conversation', async () => {
    expect(await moveWatermark(randomUUID(), randomUUID(), ulid())).toBeUndefined();
  });

  it('moves to a message, but not past the last one', async () => {
    const reader = randomUUID();
    const partner = randomUUID();
    const receivedId = ulid();
    const sentId = incrementBase32(receivedId);
    await receive(reader, partner, receivedId);
    await record({ reader, partner, sender: reader, id: sentId, lastMessageId: receivedId });

    expect(await moveWatermark(reader, partner, receivedId)).toEqual({ outcome: 'moved', readUpTo: receivedId });
    expect(await getInboxRow(reader, partner)).toMatchObject({ readUpTo: receivedId, unreadCount: 0 });

    expect(await moveWatermark(reader, partner, AFTER_ALL_IDS)).toEqual({ outcome: 'moved', readUpTo: sentId });
    expect(await getInboxRow(reader, partner)).toMatchObject({ readUpTo: sentId });

    expect(await moveWatermark(reader, partner, AFTER_ALL_IDS)).toEqual({ outcome: 'unmoved', readUpTo: sentId });
  });

  it('keeps a message unread that is stored between the read and the write of the watermark', async () => {
    const reader = randomUUID();
    const writer = randomUUID();
    const firstId = ulid();
    const secondId = incrementBase32(firstId);
    await receive(reader, writer, firstId);

    const wasInterrupted = beforeNext(table, 'UpdateItemCommand', () => receive(reader, writer, secondId, firstId));

    expect(await moveWatermark(reader, writer, firstId)).toMatchObject({ outcome: 'moved' });

    expect(wasInterrupted()).toBe(true);
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
    await receive(reader, writer, id);

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

  it('throws if the table fails', async () => {
    const reader = randomUUID();
    const writer = randomUUID();
    await receive(reader, writer, ulid());
    beforeNext(table, 'UpdateItemCommand', () => {
      throw new Error('The table is down.');
    });

    await expect(moveWatermark(reader, writer, AFTER_ALL_IDS)).rejects.toThrow('The table is down.');
  });
});

import { randomUUID } from 'node:crypto';
import { DeleteCommand } from '@aws-sdk/lib-dynamodb';
import { ulid } from 'ulid';
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { MESSAGES_PER_SECOND } from '../../shared/rules/limits.ts';
import { FakeSockets, fakeSecrets } from '../../test/support/fake-clients.ts';
import { startTable } from '../../test/support/table.ts';
import { beforeNext, countCalls } from '../../test/support/table-calls.ts';
import { table, tableName } from '../table/client.ts';
import { getInboxRow } from '../table/inbox.ts';
import { inboxKey, profileKey } from '../table/keys.ts';
import { changeDepth } from '../table/ledger.ts';
import { hideAccount } from '../table/pending-purge.ts';
import { createProfile } from '../table/profile.ts';
import { registerSocket } from '../table/socket.ts';
import { readConversation } from './conversation.ts';
import { listConversations } from './conversations.ts';
import { markRead } from './mark-read.ts';
import { sendMessage } from './send-message.ts';

let stop: () => Promise<void>;
let sockets: FakeSockets;
beforeAll(async () => {
  stop = await startTable();
  sockets = new FakeSockets();
  fakeSecrets({ CURSOR_SECRET_ARN: 'cursor secret' });
});
afterEach(() => vi.useRealTimers());
afterAll(() => stop());

/** Creates a member with an open socket, at a depth in metres. */
async function newMember(metres = 0) {
  const userId = randomUUID();
  await createProfile({ userId, email: 'a@fathom.example', username: 'Ada' });
  if (metres > 0) await changeDepth({ userId, source: 'test', sourceId: '1', bytes: 0, purchasedCm: metres * 100 });
  await registerSocket({ userId, issuedAt: 1 }, `socket-${userId}`);
  return { userId, username: userId, issuedAt: 1, frames: () => sockets.take(`socket-${userId}`) };
}

type Member = Awaited<ReturnType<typeof newMember>>;

const send = (from: Member, to: Pick<Member, 'userId'>, content = 'Ahoy', clientMessageId: string = randomUUID()) =>
  sendMessage(from.userId, { action: 'sendMessage', recipientId: to.userId, clientMessageId, content });

const markAsRead = (reader: Member, userId: string, messageId: string) =>
  markRead(reader.userId, { action: 'markRead', userId, messageId });

const read = (member: Member, { userId }: Pick<Member, 'userId'>, change: object = {}) =>
  readConversation(member, { userId, limit: 10, ...change });

const texts = async (member: Member, partner: Member) =>
  (await read(member, partner)).messages.map(({ content }) => content);

describe('sendMessage', () => {
  it('stores a message, and sends it to both members', async () => {
    const [ada, ben] = [await newMember(), await newMember()];
    await send(ada, ben, 'Ahoy', 'c1');
    const message = {
      id: expect.stringMatching(/^[0-9A-Z]{26}$/),
      clientMessageId: 'c1',
      sender: ada.userId,
      recipient: ben.userId,
      content: 'Ahoy',
      timestamp: expect.stringMatching(/^\d{4}-.*Z$/),
    };

    expect(ada.frames()).toEqual([{ type: 'sent', message }]);
    expect(ben.frames()).toEqual([{ type: 'message', message }]);
    expect((await read(ben, ada)).messages).toEqual([message]);
    expect(await getInboxRow(ada.userId, ben.userId)).toMatchObject({ unreadCount: 0, sentWithin: 1 });
    expect(await getInboxRow(ben.userId, ada.userId)).toMatchObject({ unreadCount: 1 });
    expect(await getInboxRow(ben.userId, ada.userId)).not.toHaveProperty('sentWithin');
  });

  it('stores a client message ID once, and sends it again to both members', async () => {
    const [ada, ben] = [await newMember(), await newMember()];
    await send(ada, ben, 'Ahoy', 'c1');
    const first = [ada.frames(), ben.frames()];
    const calls = await countCalls(table, () => send(ada, ben, 'Ahoy', 'c1'));
    expect(calls.TransactWriteItemsCommand).toBe(1);
    expect([ada.frames(), ben.frames()]).toEqual(first);
    const fresh = await countCalls(table, () => send(ada, ben, 'Ahoy again'));
    // The row of the check is reused: two profiles and the row, then the sockets of both.
    expect(fresh).toEqual({ GetItemCommand: 3, TransactWriteItemsCommand: 1, QueryCommand: 2 });
    await expect(send(ada, ben, 'Other text', 'c1')).rejects.toMatchObject({ code: 'Conflict' });
    expect(await texts(ada, ben)).toEqual(['Ahoy', 'Ahoy again']);
  });

  it('keeps the order if another message is stored between the read and the write', async () => {
    const [ada, ben] = [await newMember(), await newMember()];
    await send(ada, ben, 'one');
    const interrupted = beforeNext(table, 'TransactWriteItemsCommand', () => send(ben, ada, 'two'));
    await send(ada, ben, 'three');
    expect(interrupted()).toBe(true);
    expect(await texts(ada, ben)).toEqual(['one', 'two', 'three']);
    expect((await getInboxRow(ben.userId, ada.userId))?.lastMessage.content).toBe('three');
  });

  it('keeps both messages if two members start the conversation concurrently', async () => {
    const [ada, ben] = [await newMember(), await newMember()];
    beforeNext(table, 'TransactWriteItemsCommand', () => send(ben, ada, 'one'));
    await send(ada, ben, 'two');
    expect(await texts(ada, ben)).toEqual(['one', 'two']);
  });

  it('stores a message once if its repetition is stored between the read and the write', async () => {
    const [ada, ben] = [await newMember(), await newMember()];
    await send(ada, ben, 'one');
    beforeNext(table, 'TransactWriteItemsCommand', () => send(ada, ben, 'two', 'c2'));
    await send(ada, ben, 'two', 'c2');
    expect(await texts(ada, ben)).toEqual(['one', 'two']);
  });

  it('gives later messages greater IDs, even if the clock goes back', async () => {
    const [ada, ben] = [await newMember(), await newMember()];
    await send(ada, ben, 'one');
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() - 60_000 });
    await send(ben, ada, 'two');
    await send(ada, ben, 'three');
    expect(await texts(ada, ben)).toEqual(['one', 'two', 'three']);
  });

  it('uses the current time for IDs', async () => {
    const [ada, ben] = [await newMember(), await newMember()];
    await send(ada, ben, 'one');
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 60_000 });
    const now = ulid();
    await send(ada, ben, 'two');
    const { messages } = await read(ada, ben);
    expect(messages[1]?.id.slice(0, 9)).toBe(now.slice(0, 9));
  });

  it('rejects messages to oneself, to unknown and to deleted members', async () => {
    const [ada, gone] = [await newMember(), await newMember()];
    await hideAccount(gone.userId);
    await expect(send(ada, ada)).rejects.toMatchObject({ code: 'InvalidInput' });
    await expect(send(ada, gone)).rejects.toMatchObject({ code: 'NotFound' });
    await expect(send(ada, { userId: randomUUID() })).rejects.toMatchObject({ code: 'NotFound' });
    await expect(send(gone, ada)).rejects.toMatchObject({ code: 'Unauthenticated' });
    expect(ada.frames()).toEqual([]);
  });

  it('starts conversations only with members at or below, and continues existing ones', async () => {
    const [ada, above, below] = [await newMember(5), await newMember(6), await newMember(4)];
    await expect(send(ada, above)).rejects.toMatchObject({
      code: 'DepthTooLow',
      message: expect.stringContaining('1.00'),
    });
    expect(await getInboxRow(ada.userId, above.userId)).toBeUndefined();
    await send(ada, below);
    await send(ada, await newMember(5));
    await send(above, ada);
    await send(ada, above, 'Reply');
    expect(await texts(above, ada)).toEqual(['Ahoy', 'Reply']);
  });

  it('rejects more messages per second than allowed, per conversation', async () => {
    vi.useFakeTimers({ toFake: ['Date'], now: 1_800_000_000_000 });
    const [ada, ben, eve] = [await newMember(), await newMember(), await newMember()];
    for (let count = 0; count < MESSAGES_PER_SECOND; count++) await send(ada, ben);
    await expect(send(ada, ben)).rejects.toMatchObject({ code: 'TooManyMessages' });
    await send(ben, ada);
    await send(ada, eve);
    vi.setSystemTime(1_800_000_001_000);
    await send(ada, ben);
  });
});

describe('markRead', () => {
  it('marks messages as read, and informs both members, once', async () => {
    const [ada, ben] = [await newMember(), await newMember()];
    await send(ada, ben);
    const [message] = (await read(ben, ada)).messages;
    ada.frames();
    ben.frames();
    await markAsRead(ben, ada.userId, message!.id);
    const frame = { type: 'read', readerId: ben.userId, userId: ada.userId, messageId: message!.id };
    expect([ada.frames(), ben.frames()]).toEqual([[frame], [frame]]);
    await markAsRead(ben, ada.userId, message!.id);
    expect([ada.frames(), ben.frames()]).toEqual([[], []]);
    expect((await read(ada, ben)).read).toEqual({ own: null, other: message!.id });
    expect((await read(ben, ada)).read).toEqual({ own: message!.id, other: null });
  });

  it('sends the newest message as the watermark if an ID after it is reported', async () => {
    const [ada, ben] = [await newMember(), await newMember()];
    await send(ada, ben);
    const [message] = (await read(ben, ada)).messages;
    ada.frames();
    await markAsRead(ben, ada.userId, `7${'Z'.repeat(25)}`);
    expect(ada.frames()).toEqual([{ type: 'read', readerId: ben.userId, userId: ada.userId, messageId: message!.id }]);
    const repeated = await markAsRead(ben, ada.userId, `7${'Z'.repeat(25)}`);
    expect(repeated).toMatchObject({ type: 'read', messageId: message!.id });
  });

  it('rejects a conversation that does not exist', async () => {
    const ada = await newMember();
    const marked = markAsRead(ada, randomUUID(), ulid());
    await expect(marked).rejects.toMatchObject({ code: 'NotFound' });
  });
});

describe('readConversation', () => {
  it('returns pages before and after a message', async () => {
    const [ada, ben] = [await newMember(), await newMember()];
    for (const text of ['one', 'two', 'three']) await send(ada, ben, text);
    const all = await read(ada, ben);
    expect(all).toMatchObject({ more: false, left: false, missingMetres: 0 });
    const ids = all.messages.map(({ id }) => id);
    expect(await read(ben, ada, { before: ids[2], limit: 1 })).toMatchObject({
      messages: [{ id: ids[1] }],
      more: true,
    });
    expect(await read(ben, ada, { after: ids[1] })).toMatchObject({ messages: [{ id: ids[2] }], more: false });
  });

  it('returns an empty conversation with the distance to a member above', async () => {
    const [ada, above, below] = [await newMember(5), await newMember(7), await newMember(1)];
    expect(await read(ada, above)).toEqual({
      user: { id: above.userId, username: 'Ada', profilePicture: '', depth: 7 },
      messages: [],
      more: false,
      read: { own: null, other: null },
      left: false,
      missingMetres: 2,
    });
    expect(await read(ada, below)).toMatchObject({ missingMetres: 0 });
    await send(above, ada);
    expect(await read(ada, above)).toMatchObject({ missingMetres: 0, messages: [{ content: 'Ahoy' }] });
  });

  it('stays readable after the partner has left', async () => {
    const [ada, gone] = [await newMember(), await newMember(3)];
    await send(gone, ada);
    await hideAccount(gone.userId);
    const conversation = {
      user: { id: gone.userId, username: 'Deleted user', profilePicture: '', depth: 0 },
      messages: [{ content: 'Ahoy' }],
      left: true,
      missingMetres: 0,
    };
    expect(await read(ada, gone)).toMatchObject(conversation);
    // The tombstone expires.
    await table.send(new DeleteCommand({ TableName: tableName(), Key: profileKey(gone.userId) }));
    expect(await read(ada, gone)).toMatchObject(conversation);

    const { conversations } = await listConversations(ada, { limit: 2 });
    expect(conversations).toMatchObject([{ user: conversation.user }]);
  });

  it('rejects oneself, unknown members, and deleted members without a conversation', async () => {
    const [ada, gone] = [await newMember(), await newMember()];
    await hideAccount(gone.userId);
    await expect(read(ada, ada)).rejects.toMatchObject({ code: 'InvalidInput' });
    await expect(read(ada, gone)).rejects.toMatchObject({ code: 'NotFound' });
    await expect(read(ada, { userId: randomUUID() })).rejects.toMatchObject({ code: 'NotFound' });
    await expect(read(gone, ada)).rejects.toMatchObject({ code: 'Unauthenticated' });
  });
});

describe('listConversations', () => {
  it('returns the latest conversations first, over all pages, with the unread total', async () => {
    const ada = await newMember();
    const partners = [await newMember(), await newMember(), await newMember()];
    for (const [at, partner] of partners.entries()) {
      vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 1000 * at });
      await send(partner, ada, `from ${at}`);
    }
    vi.useRealTimers();
    await hideAccount(partners[1]!.userId);
    const first = await listConversations(ada, { limit: 2 });
    expect(first).toMatchObject({ unreadTotal: 3, cursor: expect.any(String) });
    expect(first.conversations).toEqual([
      expect.objectContaining({ unreadCount: 1, lastMessage: expect.objectContaining({ content: 'from 2' }) }),
      expect.objectContaining({ user: expect.objectContaining({ username: 'Deleted user' }) }),
    ]);
    const [{ id, lastMessage, lastUpdated }] = first.conversations as [(typeof first.conversations)[0]];
    expect(id.split('_').sort()).toEqual([ada.userId, partners[2]!.userId].sort());
    expect(lastMessage).toMatchObject({ senderId: partners[2]!.userId, id: expect.stringMatching(/^[0-9A-Z]{26}$/) });
    expect(lastUpdated).toBe(lastMessage?.timestamp);

    const second = await listConversations(ada, { limit: 2, cursor: first.cursor! });
    expect(second).toMatchObject({
      unreadTotal: 3,
      cursor: null,
      conversations: [{ lastMessage: { content: 'from 0' } }],
    });
    await expect(listConversations(partners[0]!, { limit: 2, cursor: first.cursor! })).rejects.toMatchObject({
      code: 'InvalidCursor',
    });
  });

  it('counts the rows of the page, which the index may lag behind', async () => {
    const [ada, ben] = [await newMember(), await newMember()];
    await send(ben, ada);
    beforeNext(table, 'BatchGetItemCommand', async () => {
      const row = await getInboxRow(ada.userId, ben.userId);
      await markAsRead(ada, ben.userId, row!.lastMessageId);
    });
    expect(await listConversations(ada, { limit: 2 })).toMatchObject({
      unreadTotal: 0,
      conversations: [{ unreadCount: 0 }],
    });
  });

  it('omits a conversation that is deleted after the index was read', async () => {
    const [ada, ben] = [await newMember(), await newMember()];
    await send(ben, ada);
    beforeNext(table, 'BatchGetItemCommand', () =>
      table.send(new DeleteCommand({ TableName: tableName(), Key: inboxKey(ada.userId, ben.userId) })),
    );
    expect(await listConversations(ada, { limit: 2 })).toEqual({ conversations: [], unreadTotal: 0, cursor: null });
  });

  it('returns an unread total of at most 100, for "99+"', async () => {
    const ada = await newMember();
    for (let count = 0; count < 101; count++) await send(await newMember(), ada);
    expect(await listConversations(ada, { limit: 2 })).toMatchObject({ unreadTotal: 100 });
  });
});

/** Tests of sending messages and of marking them as read, also when writes of both members cross. */
import { randomUUID } from 'node:crypto';
import { ulid } from 'ulid';
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { MINUTE_MS } from '../../shared/rules/durations.ts';
import { MESSAGES_PER_SECOND } from '../../shared/rules/limits.ts';
import { FakeSockets, fakeSecrets } from '../../test/support/fake-clients.ts';
import { startTable } from '../../test/support/table.ts';
import { beforeNext, countCalls } from '../../test/support/table-calls.ts';
import { changeDepth } from '../table/change-depth.ts';
import { table } from '../table/client.ts';
import { getInboxRow } from '../table/inbox.ts';
import { hideAccount } from '../table/pending-purge.ts';
import { createProfile } from '../table/profile.ts';
import { registerSocket } from '../table/socket.ts';
import { readConversation } from './conversation.ts';
import { markRead } from './mark-read.ts';
import { sendMessage } from './send-message.ts';

let stopTable: () => Promise<void>;
let sockets: FakeSockets;

beforeAll(async () => {
  stopTable = await startTable();
  sockets = new FakeSockets();
  fakeSecrets({ CURSOR_SECRET_ARN: 'cursor secret' });
});

afterEach(() => vi.useRealTimers());

afterAll(() => stopTable());

/** Creates a member with an open socket, at a depth in metres. */
async function createMember(metres = 0) {
  const userId = randomUUID();
  await createProfile({ userId, email: 'a@fathom.example', username: 'Ada' });
  if (metres > 0) await changeDepth({ userId, source: 'test', sourceId: '1', bytes: 0, purchasedCm: metres * 100 });
  await registerSocket({ userId, issuedAt: 1 }, `socket-${userId}`);
  // The caller's username is the one in the user pool, not the profile's name.
  return { userId, username: userId, issuedAt: 1, takeFrames: () => sockets.take(`socket-${userId}`) };
}

type Member = Awaited<ReturnType<typeof createMember>>;

const send = (
  sender: Member,
  recipient: Pick<Member, 'userId'>,
  content = 'Ahoy',
  clientMessageId: string = randomUUID(),
) => sendMessage(sender.userId, { action: 'sendMessage', recipientId: recipient.userId, clientMessageId, content });

const markAsRead = (reader: Member, userId: string, messageId: string) =>
  markRead(reader.userId, { action: 'markRead', userId, messageId });

/** Reads a member's conversation with another member, up to ten messages unless `query` has a limit. */
const fetchConversation = (member: Member, { userId }: Pick<Member, 'userId'>, query: object = {}) =>
  readConversation(member, { userId, limit: 10, ...query });

const readTexts = async (member: Member, partner: Member) =>
  (await fetchConversation(member, partner)).messages.map(({ content }) => content);

/** Discards the frames that these members have received so far. */
function discardFrames(...members: Member[]): void {
  for (const member of members) member.takeFrames();
}

describe('sendMessage', () => {
  it('stores a message, and sends it to both members', async () => {
    const ada = await createMember();
    const ben = await createMember();

    await send(ada, ben, 'Ahoy', 'c1');

    const message = {
      id: expect.stringMatching(/^[0-9A-Z]{26}$/),
      clientMessageId: 'c1',
      sender: ada.userId,
      recipient: ben.userId,
      content: 'Ahoy',
      timestamp: expect.stringMatching(/^\d{4}-.*Z$/),
    };
    expect(ada.takeFrames()).toEqual([{ type: 'sent', message }]);
    expect(ben.takeFrames()).toEqual([{ type: 'message', message }]);
    expect((await fetchConversation(ben, ada)).messages).toEqual([message]);
  });

  it("counts the message in the inbox rows of both members, and in the sender's rate", async () => {
    const ada = await createMember();
    const ben = await createMember();

    await send(ada, ben);

    // `sentWithin` counts the sender's messages of the current second.
    expect(await getInboxRow(ada.userId, ben.userId)).toMatchObject({ unreadCount: 0, sentWithin: 1 });
    expect(await getInboxRow(ben.userId, ada.userId)).toMatchObject({ unreadCount: 1 });
    expect(await getInboxRow(ben.userId, ada.userId)).not.toHaveProperty('sentWithin');
  });

  it('stores a repeated message once, and sends the stored message to both members again', async () => {
    const ada = await createMember();
    const ben = await createMember();
    await send(ada, ben, 'Ahoy', 'c1');
    const firstFrames = [ada.takeFrames(), ben.takeFrames()];

    const calls = await countCalls(table, () => send(ada, ben, 'Ahoy', 'c1'));

    expect(calls.TransactWriteItemsCommand).toBe(1);
    expect([ada.takeFrames(), ben.takeFrames()]).toEqual(firstFrames);
    expect(await readTexts(ada, ben)).toEqual(['Ahoy']);
    await expect(send(ada, ben, 'Other text', 'c1')).rejects.toMatchObject({ code: 'Conflict' });
  });

  it('makes three reads, one write, and two queries for a message', async () => {
    const ada = await createMember();
    const ben = await createMember();
    await send(ada, ben);

    const calls = await countCalls(table, () => send(ada, ben));

    // It reads both profiles and the sender's inbox row, and queries the sockets of each member.
    expect(calls).toEqual({ GetItemCommand: 3, TransactWriteItemsCommand: 1, QueryCommand: 2 });
  });

  it('keeps the order if another message is stored between the read and the write', async () => {
    const ada = await createMember();
    const ben = await createMember();
    await send(ada, ben, 'one');
    const wasInterrupted = beforeNext(table, 'TransactWriteItemsCommand', () => send(ben, ada, 'two'));

    await send(ada, ben, 'three');

    expect(wasInterrupted()).toBe(true);
    expect(await readTexts(ada, ben)).toEqual(['one', 'two', 'three']);
    expect((await getInboxRow(ben.userId, ada.userId))?.lastMessage.content).toBe('three');
  });

  it('keeps both messages if two members start the conversation concurrently', async () => {
    const ada = await createMember();
    const ben = await createMember();
    const wasInterrupted = beforeNext(table, 'TransactWriteItemsCommand', () => send(ben, ada, 'one'));

    await send(ada, ben, 'two');

    expect(wasInterrupted()).toBe(true);
    expect(await readTexts(ada, ben)).toEqual(['one', 'two']);
  });

  it('stores a message once if its repetition is stored between the read and the write', async () => {
    const ada = await createMember();
    const ben = await createMember();
    await send(ada, ben, 'one');
    const wasInterrupted = beforeNext(table, 'TransactWriteItemsCommand', () => send(ada, ben, 'two', 'c2'));

    await send(ada, ben, 'two', 'c2');

    expect(wasInterrupted()).toBe(true);
    expect(await readTexts(ada, ben)).toEqual(['one', 'two']);
  });

  it('gives later messages greater IDs, even if the clock goes back', async () => {
    const ada = await createMember();
    const ben = await createMember();
    await send(ada, ben, 'one');
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() - MINUTE_MS });

    await send(ben, ada, 'two');
    await send(ada, ben, 'three');

    expect(await readTexts(ada, ben)).toEqual(['one', 'two', 'three']);
  });

  it('uses the current time for IDs', async () => {
    const ada = await createMember();
    const ben = await createMember();
    await send(ada, ben, 'one');
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + MINUTE_MS });
    const currentUlid = ulid();

    await send(ada, ben, 'two');

    // The first nine characters of a ULID are its time, with a precision of 32 ms.
    const { messages } = await fetchConversation(ada, ben);
    expect(messages[1]?.id.slice(0, 9)).toBe(currentUlid.slice(0, 9));
  });

  it('rejects messages to oneself, to unknown members, and to or from deleted members', async () => {
    const ada = await createMember();
    const leaver = await createMember();
    await hideAccount(leaver.userId);

    await expect(send(ada, ada)).rejects.toMatchObject({ code: 'InvalidInput' });
    await expect(send(ada, leaver)).rejects.toMatchObject({ code: 'NotFound' });
    await expect(send(ada, { userId: randomUUID() })).rejects.toMatchObject({ code: 'NotFound' });
    await expect(send(leaver, ada)).rejects.toMatchObject({ code: 'Unauthenticated' });
    expect(ada.takeFrames()).toEqual([]);
  });

  it('starts conversations only with members at or below the sender', async () => {
    const ada = await createMember(5);
    const above = await createMember(6);
    const below = await createMember(4);
    const atSameDepth = await createMember(5);

    await expect(send(ada, above)).rejects.toMatchObject({
      code: 'DepthTooLow',
      // The missing depth, in metres.
      message: expect.stringContaining('1.00'),
    });
    expect(await getInboxRow(ada.userId, above.userId)).toBeUndefined();

    await send(ada, below);
    await send(ada, atSameDepth);
  });

  it('continues conversations with members above the sender', async () => {
    const ada = await createMember(5);
    const above = await createMember(6);
    await send(above, ada);

    await send(ada, above, 'Reply');

    expect(await readTexts(above, ada)).toEqual(['Ahoy', 'Reply']);
  });

  it('rejects more messages per second than a member may send in one conversation', async () => {
    const start = 1_800_000_000_000;
    vi.useFakeTimers({ toFake: ['Date'], now: start });
    const ada = await createMember();
    const ben = await createMember();
    const eve = await createMember();

    for (let count = 0; count < MESSAGES_PER_SECOND; count++) await send(ada, ben);
    await expect(send(ada, ben)).rejects.toMatchObject({ code: 'TooManyMessages' });

    // The other member, and other conversations, have their own limits.
    await send(ben, ada);
    await send(ada, eve);

    vi.setSystemTime(start + 1000);
    await send(ada, ben);
  });
});

describe('markRead', () => {
  it('marks messages as read, and informs both members once', async () => {
    const ada = await createMember();
    const ben = await createMember();
    await send(ada, ben);
    const messageId = (await fetchConversation(ben, ada)).messages[0]!.id;
    discardFrames(ada, ben);

    await markAsRead(ben, ada.userId, messageId);
    const frame = { type: 'read', readerId: ben.userId, userId: ada.userId, messageId };
    expect([ada.takeFrames(), ben.takeFrames()]).toEqual([[frame], [frame]]);

    await markAsRead(ben, ada.userId, messageId);
    expect([ada.takeFrames(), ben.takeFrames()]).toEqual([[], []]);

    expect((await fetchConversation(ada, ben)).read).toEqual({ own: null, other: messageId });
    expect((await fetchConversation(ben, ada)).read).toEqual({ own: messageId, other: null });
  });

  it('sends the newest message as the watermark if the reported ID is after that message', async () => {
    const ada = await createMember();
    const ben = await createMember();
    await send(ada, ben);
    const messageId = (await fetchConversation(ben, ada)).messages[0]!.id;
    discardFrames(ada);
    // The greatest possible ULID.
    const futureId = `7${'Z'.repeat(25)}`;

    await markAsRead(ben, ada.userId, futureId);
    expect(ada.takeFrames()).toEqual([{ type: 'read', readerId: ben.userId, userId: ada.userId, messageId }]);

    const response = await markAsRead(ben, ada.userId, futureId);
    expect(response).toMatchObject({ type: 'read', messageId });
  });

  it('rejects a conversation that does not exist', async () => {
    const ada = await createMember();
    await expect(markAsRead(ada, randomUUID(), ulid())).rejects.toMatchObject({ code: 'NotFound' });
  });
});

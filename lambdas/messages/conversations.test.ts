/**
 * Tests of reading conversations: the messages of one, and the inbox, which lists all. Conversations stay readable
 * when a partner has deleted their account.
 */
import { randomUUID } from 'node:crypto';
import { DeleteCommand } from '@aws-sdk/lib-dynamodb';
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { FakeSockets, fakeSecrets } from '../../test/support/fake-clients.ts';
import { startTable } from '../../test/support/table.ts';
import { beforeNext } from '../../test/support/table-calls.ts';
import { changeDepth } from '../table/change-depth.ts';
import { table, tableName } from '../table/client.ts';
import { getInboxRow } from '../table/inbox.ts';
import { inboxKey, profileKey } from '../table/keys.ts';
import { hideAccount } from '../table/pending-purge.ts';
import { createProfile } from '../table/profile.ts';
import { registerSocket } from '../table/socket.ts';
import { readConversation } from './conversation.ts';
import { listConversations } from './conversations.ts';
import { markRead } from './mark-read.ts';
import { sendMessage } from './send-message.ts';

let stopTable: () => Promise<void>;

beforeAll(async () => {
  stopTable = await startTable();
  new FakeSockets();
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
  return { userId, username: userId, issuedAt: 1 };
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

describe('readConversation', () => {
  it('returns pages before and after a message', async () => {
    const ada = await createMember();
    const ben = await createMember();
    for (const text of ['one', 'two', 'three']) await send(ada, ben, text);

    const conversation = await fetchConversation(ada, ben);
    expect(conversation).toMatchObject({ more: false, left: false, missingMetres: 0 });

    const ids = conversation.messages.map(({ id }) => id);
    expect(await fetchConversation(ben, ada, { before: ids[2], limit: 1 })).toMatchObject({
      messages: [{ id: ids[1] }],
      more: true,
    });
    expect(await fetchConversation(ben, ada, { after: ids[1] })).toMatchObject({
      messages: [{ id: ids[2] }],
      more: false,
    });
  });

  it('returns the oldest messages between two messages', async () => {
    const ada = await createMember();
    const ben = await createMember();
    for (const text of ['one', 'two', 'three', 'four']) await send(ada, ben, text);
    const { messages } = await fetchConversation(ada, ben);
    const [first, second, third, fourth] = messages.map(({ id }) => id);

    const range = await fetchConversation(ada, ben, { after: first, before: fourth });
    const shortRange = await fetchConversation(ada, ben, { after: first, before: fourth, limit: 1 });

    expect(range).toMatchObject({ messages: [{ id: second }, { id: third }], more: false });
    expect(shortRange).toMatchObject({ messages: [{ id: second }], more: true });
  });

  it('returns an empty conversation with the distance to a member above', async () => {
    const ada = await createMember(5);
    const above = await createMember(7);
    const below = await createMember(1);

    expect(await fetchConversation(ada, above)).toEqual({
      user: { id: above.userId, username: 'Ada', profilePicture: '', depth: 7 },
      messages: [],
      more: false,
      read: { own: null, other: null },
      left: false,
      missingMetres: 2,
    });
    expect(await fetchConversation(ada, below)).toMatchObject({ missingMetres: 0 });

    await send(above, ada);
    expect(await fetchConversation(ada, above)).toMatchObject({ missingMetres: 0, messages: [{ content: 'Ahoy' }] });
  });

  it('returns the messages even if the partner has deleted their account', async () => {
    const ada = await createMember();
    const leaver = await createMember(3);
    await send(leaver, ada);
    await hideAccount(leaver.userId);

    const conversation = {
      user: { id: leaver.userId, username: 'Deleted user', profilePicture: '', depth: 0 },
      messages: [{ content: 'Ahoy' }],
      left: true,
      missingMetres: 0,
    };
    expect(await fetchConversation(ada, leaver)).toMatchObject(conversation);

    // Deletes the tombstone, as its expiry does.
    await table.send(new DeleteCommand({ TableName: tableName(), Key: profileKey(leaver.userId) }));
    expect(await fetchConversation(ada, leaver)).toMatchObject(conversation);
    const { conversations } = await listConversations(ada, { limit: 2 });
    expect(conversations).toMatchObject([{ user: conversation.user }]);
  });

  it('rejects the caller as partner, unknown members, and deleted members without a conversation', async () => {
    const ada = await createMember();
    const leaver = await createMember();
    await hideAccount(leaver.userId);

    await expect(fetchConversation(ada, ada)).rejects.toMatchObject({ code: 'InvalidInput' });
    await expect(fetchConversation(ada, leaver)).rejects.toMatchObject({ code: 'NotFound' });
    await expect(fetchConversation(ada, { userId: randomUUID() })).rejects.toMatchObject({ code: 'NotFound' });
    await expect(fetchConversation(leaver, ada)).rejects.toMatchObject({ code: 'Unauthenticated' });
  });
});

describe('listConversations', () => {
  /** Creates a member with three unread conversations of different times. The second partner has left. */
  async function createConversations() {
    const ada = await createMember();
    const partners = [await createMember(), await createMember(), await createMember()];

    for (const [number, partner] of partners.entries()) {
      vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 1000 * number });
      await send(partner, ada, `from ${number}`);
    }

    vi.useRealTimers();
    await hideAccount(partners[1]!.userId);

    return { ada, partners };
  }

  it('lists the latest conversations first over all pages, with the unread total', async () => {
    const { ada } = await createConversations();

    const firstPage = await listConversations(ada, { limit: 2 });
    expect(firstPage).toMatchObject({ unreadTotal: 3, cursor: expect.any(String) });
    expect(firstPage.conversations).toEqual([
      expect.objectContaining({ unreadCount: 1, lastMessage: expect.objectContaining({ content: 'from 2' }) }),
      expect.objectContaining({ user: expect.objectContaining({ username: 'Deleted user' }) }),
    ]);

    expect(await listConversations(ada, { limit: 2, cursor: firstPage.cursor! })).toMatchObject({
      unreadTotal: 3,
      cursor: null,
      conversations: [{ lastMessage: { content: 'from 0' } }],
    });
  });

  it('returns the participants of a conversation, and its last message with sender and time', async () => {
    const { ada, partners } = await createConversations();

    const { conversations } = await listConversations(ada, { limit: 2 });

    const { id, lastMessage, lastUpdated } = conversations[0]!;
    expect(id.split('_').sort()).toEqual([ada.userId, partners[2]!.userId].sort());
    expect(lastMessage).toMatchObject({ senderId: partners[2]!.userId, id: expect.stringMatching(/^[0-9A-Z]{26}$/) });
    expect(lastUpdated).toBe(lastMessage?.timestamp);
  });

  it("rejects another member's cursor", async () => {
    const { ada, partners } = await createConversations();
    const { cursor } = await listConversations(ada, { limit: 2 });

    const query = { limit: 2, cursor: cursor! };
    await expect(listConversations(partners[0]!, query)).rejects.toMatchObject({ code: 'InvalidCursor' });
  });

  it('counts the rows of the page, even if the index lags behind', async () => {
    const ada = await createMember();
    const ben = await createMember();
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
    const ada = await createMember();
    const ben = await createMember();
    await send(ben, ada);
    beforeNext(table, 'BatchGetItemCommand', () =>
      table.send(new DeleteCommand({ TableName: tableName(), Key: inboxKey(ada.userId, ben.userId) })),
    );

    expect(await listConversations(ada, { limit: 2 })).toEqual({ conversations: [], unreadTotal: 0, cursor: null });
  });

  it('returns an unread total of at most 100, for "99+"', async () => {
    const ada = await createMember();
    for (let sender = 1; sender <= 101; sender++) await send(await createMember(), ada);

    expect(await listConversations(ada, { limit: 2 })).toMatchObject({ unreadTotal: 100 });
  });
});

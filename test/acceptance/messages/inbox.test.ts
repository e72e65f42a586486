/** Tests of the inbox: one row per conversation, the latest first. See docs/product.md#reading. */
import { describe, expect, it } from 'vitest';
import { contract } from '../../../shared/contract/contract.ts';
import { Member } from '../../support/member.ts';
import { MemberSocket } from '../../support/socket.ts';
import { connectTwoMembers, readInbox } from './conversations.ts';

describe('GET /conversations', () => {
  it('returns one row per conversation, the latest first', async () => {
    const { marina, theo, marinaSocket, theoSocket, closeSockets } = await connectTwoMembers();
    const ida = await Member.register('Ida');
    await ida.ensureProfile();

    await marinaSocket.sendMessage(theo, 'First');
    const latestMessage = await marinaSocket.sendMessage(ida, `Second ${'long '.repeat(100)}`);

    const { conversations } = await readInbox(marina);
    expect(conversations.map(({ user }) => user.id)).toEqual([ida.userId, theo.userId]);
    expect(conversations[0]).toMatchObject({
      id: [ida.userId, marina.userId].sort().join('_'),
      user: { username: 'Ida' },
      lastUpdated: latestMessage.timestamp,
      unreadCount: 0,
      lastMessage: { id: latestMessage.id, senderId: marina.userId },
    });
    expect(conversations[0]!.lastMessage.content.length).toBeLessThan(latestMessage.content.length);

    await theoSocket.sendMessage(marina, 'Third');
    expect((await readInbox(marina)).conversations.map(({ user }) => user.id)).toEqual([theo.userId, ida.userId]);

    await closeSockets();
  });

  it('counts 1 for each conversation with unread messages', async () => {
    const { marina, theo, marinaSocket, theoSocket, closeSockets } = await connectTwoMembers();
    for (let number = 0; number < 3; number++) await theoSocket.sendMessage(marina, `Wave ${number}`);

    expect(await readInbox(marina)).toMatchObject({ unreadTotal: 1, conversations: [{ unreadCount: 1 }] });
    expect(await readInbox(theo)).toMatchObject({ unreadTotal: 0, conversations: [{ unreadCount: 0 }] });

    // Sending a message doesn't mark the conversation as read.
    await marinaSocket.sendMessage(theo, 'Busy');
    expect((await readInbox(marina)).unreadTotal).toBe(1);

    await closeSockets();
  });

  it('returns an empty inbox to a new member, and pages through all conversations', async () => {
    const marina = await Member.register();
    const partners = await Promise.all(Array.from({ length: 5 }, () => Member.register()));
    await Promise.all([marina, ...partners].map((member) => member.ensureProfile()));
    expect(await readInbox(marina)).toEqual({ success: true, conversations: [], unreadTotal: 0, cursor: null });

    const socket = await MemberSocket.open(marina);
    for (const partner of partners) await socket.sendMessage(partner, 'Hello');

    const partnerIds: string[] = [];
    let cursor: string | undefined;
    do {
      const { body } = await marina.call(contract.messages.conversations, { limit: 2, cursor });
      expect(body.conversations.length).toBeLessThanOrEqual(2);

      partnerIds.push(...body.conversations.map(({ user }) => user.id));
      cursor = body.cursor ?? undefined;
    } while (cursor);
    expect(partnerIds).toEqual(partners.map(({ userId }) => userId).reverse());

    await socket.close();
  });

  it('rejects the cursor of another member', async () => {
    const { marina, theo, marinaSocket, closeSockets } = await connectTwoMembers();
    const ida = await Member.register('Ida');
    await ida.ensureProfile();
    for (const partner of [theo, ida]) await marinaSocket.sendMessage(partner, 'Hello');

    const { body: firstPage } = await marina.call(contract.messages.conversations, { limit: 1 });
    const response = await theo.call(contract.messages.conversations, { limit: 1, cursor: firstPage.cursor! });
    expect([response.status, response.body.code]).toEqual([400, 'InvalidCursor']);

    await closeSockets();
  });
});

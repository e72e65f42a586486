/** Tests of marking messages as read. The watermark never moves back. See docs/product.md#reading. */
import { describe, expect, it } from 'vitest';
import { MemberSocket } from '../../support/socket.ts';
import { connectTwoMembers, readConversation, readInbox } from './conversations.ts';

/** The greatest ID that a message can have. */
const GREATEST_MESSAGE_ID = '7ZZZZZZZZZZZZZZZZZZZZZZZZZ';
const UNKNOWN_MESSAGE_ID = '01KB0000000000000000000000';

// A watermark is the newest message that a member has read in a conversation.
describe('markRead', () => {
  it("moves the watermark, lowers the unread count, and notifies the partner and the reader's sockets", async () => {
    const { marina, theo, marinaSocket, theoSocket, closeSockets } = await connectTwoMembers();
    const marinaSecondSocket = await MemberSocket.open(marina);
    const firstMessage = await theoSocket.sendMessage(marina, 'One');
    const secondMessage = await theoSocket.sendMessage(marina, 'Two');

    const expectedFrame = { type: 'read', readerId: marina.userId, userId: theo.userId };
    marinaSocket.send({ action: 'markRead', userId: theo.userId, messageId: firstMessage.id });

    expect(await theoSocket.nextFrame('read')).toMatchObject({ ...expectedFrame, messageId: firstMessage.id });
    expect(await readConversation(theo, marina)).toMatchObject({ read: { own: null, other: firstMessage.id } });
    expect((await readInbox(marina)).unreadTotal).toBe(1);

    marinaSocket.send({ action: 'markRead', userId: theo.userId, messageId: secondMessage.id });
    for (const socket of [theoSocket, marinaSecondSocket]) {
      await socket.nextFrame('read', ({ messageId }) => messageId === secondMessage.id);
    }

    expect(await readConversation(marina, theo)).toMatchObject({ read: { own: secondMessage.id, other: null } });
    expect((await readInbox(marina)).unreadTotal).toBe(0);

    await Promise.all([closeSockets(), marinaSecondSocket.close()]);
  });

  it('never moves the watermark back or past the last message', async () => {
    const { marina, theo, marinaSocket, theoSocket, closeSockets } = await connectTwoMembers();
    const firstMessage = await theoSocket.sendMessage(marina, 'One');
    const secondMessage = await theoSocket.sendMessage(marina, 'Two');

    marinaSocket.send({ action: 'markRead', userId: theo.userId, messageId: GREATEST_MESSAGE_ID });
    expect((await theoSocket.nextFrame('read')).messageId).toBe(secondMessage.id);

    marinaSocket.send({ action: 'markRead', userId: theo.userId, messageId: firstMessage.id });
    await expect.poll(() => listReadIds(marinaSocket)).toEqual([secondMessage.id, secondMessage.id]);
    expect((await readConversation(marina, theo)).read.own).toBe(secondMessage.id);

    await theoSocket.sendMessage(marina, 'Three');
    expect((await readInbox(marina)).unreadTotal).toBe(1);

    await closeSockets();
  });

  it('confirms a repeated markRead to its sender only', async () => {
    const { marina, theo, marinaSocket, theoSocket, closeSockets } = await connectTwoMembers();
    const { id: messageId } = await theoSocket.sendMessage(marina, 'One');
    const markReadFrame = { action: 'markRead', userId: theo.userId, messageId } as const;

    marinaSocket.send(markReadFrame);
    await theoSocket.nextFrame('read');
    marinaSocket.send(markReadFrame);
    await expect.poll(() => listReadIds(marinaSocket)).toEqual([messageId, messageId]);

    // The partner would have received a second frame before this message.
    await marinaSocket.sendMessage(theo, 'Two');
    await theoSocket.nextFrame('message');
    expect(listReadIds(theoSocket)).toEqual([messageId]);

    await closeSockets();
  });

  it("rejects a conversation that doesn't exist", async () => {
    const { theo, marinaSocket, closeSockets } = await connectTwoMembers();
    marinaSocket.send({ action: 'markRead', userId: theo.userId, messageId: UNKNOWN_MESSAGE_ID });

    expect(await marinaSocket.nextFrame('error')).toMatchObject({
      code: 'NotFound',
      action: 'markRead',
      userId: theo.userId,
    });

    await closeSockets();
  });

  it("counts nothing as unread before the member's own newest message", async () => {
    const { marina, theo, marinaSocket, theoSocket, closeSockets } = await connectTwoMembers();
    const firstMessage = await theoSocket.sendMessage(marina, 'Are you there?');
    await marinaSocket.sendMessage(theo, 'On my way');
    marinaSocket.send({ action: 'markRead', userId: theo.userId, messageId: firstMessage.id });
    await theoSocket.nextFrame('read');
    expect(await readInbox(marina)).toMatchObject({ unreadTotal: 0, conversations: [{ unreadCount: 0 }] });

    await theoSocket.sendMessage(marina, 'Good');
    expect((await readInbox(marina)).unreadTotal).toBe(1);

    await closeSockets();
  });

  it('leaves partner messages after the watermark unread', async () => {
    const { marina, theo, marinaSocket, theoSocket, closeSockets } = await connectTwoMembers();
    const firstMessage = await theoSocket.sendMessage(marina, 'One');
    await theoSocket.sendMessage(marina, 'Two');
    await marinaSocket.sendMessage(theo, 'On my way');

    marinaSocket.send({ action: 'markRead', userId: theo.userId, messageId: firstMessage.id });
    await theoSocket.nextFrame('read');
    expect((await readInbox(marina)).unreadTotal).toBe(1);

    await closeSockets();
  });
});

/** Returns the message IDs of the `read` frames that a socket has received, in their order. */
function listReadIds(socket: MemberSocket): string[] {
  return socket.frames.flatMap((frame) => (frame.type === 'read' ? [frame.messageId] : []));
}

/** Tests of sending and reading messages over sockets and HTTP. See docs/product.md#messages. */
import { randomUUID } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { contract } from '../../../shared/contract/contract.ts';
import { Member } from '../../support/member.ts';
import { MemberSocket } from '../../support/socket.ts';
import { connectTwoMembers, readConversation, readInbox } from './conversations.ts';

describe('sendMessage', () => {
  it('stores a message unchanged and sends it to sender and recipient', async () => {
    const { marina, theo, marinaSocket, theoSocket, closeSockets } = await connectTwoMembers();
    const content = 'Ahoy!\n<b>What</b> do you see? 🐋 مرحبا';
    const sentMessage = await marinaSocket.sendMessage(theo, content);

    const { message } = await theoSocket.nextFrame('message');
    expect(message).toEqual(sentMessage);
    expect(message).toMatchObject({ sender: marina.userId, recipient: theo.userId, content });

    for (const [reader, partner] of [
      [marina, theo],
      [theo, marina],
    ] as const) {
      expect((await readConversation(reader, partner)).messages).toEqual([sentMessage]);
    }

    await closeSockets();
  });

  it('sends a message to every socket of both members and to no other member', async () => {
    const { marina, theo, marinaSocket, theoSocket, closeSockets } = await connectTwoMembers();
    const stranger = await Member.register();
    await stranger.ensureProfile();
    const [marinaSecondSocket, theoSecondSocket, strangerSocket] = await Promise.all([
      MemberSocket.open(marina),
      MemberSocket.open(theo),
      MemberSocket.open(stranger),
    ]);

    const sentMessage = await marinaSocket.sendMessage(theo, 'To all of you');
    expect((await marinaSecondSocket.nextFrame('sent')).message).toEqual(sentMessage);
    expect((await theoSocket.nextFrame('message')).message).toEqual(sentMessage);
    expect((await theoSecondSocket.nextFrame('message')).message).toEqual(sentMessage);

    expect(strangerSocket.frames).toEqual([]);

    const strangerView = await stranger.call(contract.messages.conversation, { userId: theo.userId });
    expect(strangerView.body.messages).toEqual([]);

    await Promise.all([closeSockets(), marinaSecondSocket.close(), theoSecondSocket.close(), strangerSocket.close()]);
  });

  it('stores a message for a recipient who is offline', async () => {
    const { marina, theo, marinaSocket, theoSocket, closeSockets } = await connectTwoMembers();
    await theoSocket.close();
    const sentMessage = await marinaSocket.sendMessage(theo, 'For later');

    expect((await readConversation(theo, marina)).messages).toEqual([sentMessage]);
    expect((await readInbox(theo)).unreadTotal).toBe(1);

    await closeSockets();
  });

  it('stores a message once when its client message ID is repeated', async () => {
    const { marina, theo, marinaSocket, closeSockets } = await connectTwoMembers();
    const clientMessageId = randomUUID();
    const firstMessage = await marinaSocket.sendMessage(theo, 'Once', clientMessageId);

    const repetitions = 5;
    for (let count = 0; count < repetitions; count++) {
      marinaSocket.send({ action: 'sendMessage', clientMessageId, recipientId: theo.userId, content: 'Once' });
    }
    const findConfirmations = () => marinaSocket.frames.filter(({ type }) => type === 'sent');

    await expect.poll(findConfirmations).toHaveLength(1 + repetitions);
    expect((await readConversation(marina, theo)).messages).toEqual([firstMessage]);

    marinaSocket.send({ action: 'sendMessage', clientMessageId, recipientId: theo.userId, content: 'Twice' });
    expect(await marinaSocket.nextFrame('error')).toMatchObject({ code: 'Conflict', clientMessageId });
    expect((await readConversation(marina, theo)).messages).toEqual([firstMessage]);

    await closeSockets();
  });

  it('sends a repeated message to the recipient again until the recipient has read it', async () => {
    const { marina, theo, marinaSocket, theoSocket, closeSockets } = await connectTwoMembers();
    const clientMessageId = randomUUID();
    const content = 'Did it arrive?';
    const frame = { action: 'sendMessage', clientMessageId, recipientId: theo.userId, content } as const;
    const countFrames = (socket: MemberSocket, type: string) =>
      socket.frames.filter((received) => received.type === type).length;

    const { id } = await marinaSocket.sendMessage(theo, content, clientMessageId);

    marinaSocket.send(frame);
    await expect.poll(() => countFrames(theoSocket, 'message')).toBe(2);

    theoSocket.send({ action: 'markRead', userId: marina.userId, messageId: id });
    await marinaSocket.nextFrame('read');
    marinaSocket.send(frame);
    await expect.poll(() => countFrames(marinaSocket, 'sent')).toBe(3);

    // Theo has received two copies, so the later message is the third frame. Another copy would arrive before it.
    await marinaSocket.sendMessage(theo, 'Later');
    await theoSocket.nextFrame('message', ({ message }) => message.content === 'Later');
    expect(countFrames(theoSocket, 'message')).toBe(3);

    await closeSockets();
  });

  it('assigns unique IDs in storage order, even to concurrent messages of both members', async () => {
    const { marina, theo, marinaSocket, theoSocket, closeSockets } = await connectTwoMembers();
    const concurrentCount = 12;
    await marinaSocket.sendMessage(theo, 'Begin');
    await Promise.all(
      Array.from({ length: concurrentCount }, async (_, number) => {
        const [socket, partner] = number % 2 === 0 ? ([marinaSocket, theo] as const) : ([theoSocket, marina] as const);
        await socket.sendMessage(partner, `Crossing ${number}`);
      }),
    );

    const { messages } = await readConversation(marina, theo, { limit: 100 });
    const ids = messages.map(({ id }) => id);

    expect(ids).toHaveLength(1 + concurrentCount);
    expect(ids).toEqual(ids.toSorted());
    expect(new Set(ids).size).toBe(ids.length);

    await closeSockets();
  });

  it('stores or refuses each of 100 concurrent messages', async () => {
    const { marina, theo, marinaSocket, closeSockets } = await connectTwoMembers();
    await marinaSocket.sendMessage(theo, 'Begin');

    const ids: string[] = Array.from({ length: 100 }, () => randomUUID());
    for (const clientMessageId of ids) {
      marinaSocket.send({ action: 'sendMessage', clientMessageId, recipientId: theo.userId, content: clientMessageId });
    }

    const outcomeOf = (id: string) => {
      for (const frame of marinaSocket.frames) {
        if (frame.type === 'sent' && frame.message.clientMessageId === id) return 'stored';
        if (frame.type === 'error' && frame.clientMessageId === id) return frame.code;
      }
      return 'no response';
    };
    // A busy machine needs longer for a hundred messages than for one frame.
    await expect.poll(() => ids.map(outcomeOf), { timeout: 100_000 }).not.toContain('no response');

    const outcomes = ids.map(outcomeOf);
    const storedCount = outcomes.filter((outcome) => outcome === 'stored').length;

    for (const outcome of outcomes) expect(['stored', 'TooManyMessages', 'Throttled']).toContain(outcome);
    expect(storedCount).toBeGreaterThan(0);

    const { messages } = await readConversation(theo, marina, { limit: 100 });
    // A slow machine stays below the rate limit and stores all hundred. The first message is then on the next page.
    expect(messages.filter(({ content }) => ids.includes(content))).toHaveLength(storedCount);

    await closeSockets();
  });

  it.each([
    ['a blank message', '  \n ', 'InvalidInput'],
    ['a message of zero-width characters', '\u200B\u200B', 'InvalidInput'],
    ['a message of 10,001 characters', 'x'.repeat(10_001), 'InvalidInput'],
  ])('rejects %s', async (_, content, code) => {
    const { theo, marinaSocket, closeSockets } = await connectTwoMembers();
    expect(await marinaSocket.sendExpectingError({ recipientId: theo.userId, content })).toMatchObject({ code });
    await closeSockets();
  });

  it('accepts a message of 10,000 characters', async () => {
    const { theo, marinaSocket, closeSockets } = await connectTwoMembers();
    expect((await marinaSocket.sendMessage(theo, 'x'.repeat(10_000))).content).toHaveLength(10_000);
    await closeSockets();
  });

  it('rejects messages to oneself, to unknown members, and to deleted members', async () => {
    const { marina, theo, marinaSocket, closeSockets } = await connectTwoMembers();
    const sendTo = (recipientId: string) => marinaSocket.sendExpectingError({ recipientId, content: 'Hello?' });

    expect(await sendTo(marina.userId)).toMatchObject({ code: 'InvalidInput' });
    expect(await sendTo('unknown-member')).toMatchObject({ code: 'NotFound' });

    await theo.call(contract.account.deleteAccount, {});
    expect(await sendTo(theo.userId)).toMatchObject({ code: 'NotFound' });

    await closeSockets();
  });

  it('allows starting a conversation only at or above the recipient, and always allows replies', async () => {
    const { marina, theo, marinaSocket, theoSocket, closeSockets } = await connectTwoMembers();
    // A test contribution raises Theo above Marina.
    await theo.call(contract.account.testContribution, {});

    const refusal = await marinaSocket.sendExpectingError({ recipientId: theo.userId, content: 'Up there!' });
    expect(refusal).toMatchObject({ code: 'DepthTooLow', error: expect.stringMatching(/ascend/) });
    expect((await readConversation(marina, theo)).missingMetres).toBeGreaterThan(0);

    await theoSocket.sendMessage(marina, 'Down there!');
    expect((await readConversation(marina, theo)).missingMetres).toBe(0);

    await marinaSocket.sendMessage(theo, 'Thanks!');

    await closeSockets();
  });
});

describe('typing', () => {
  it('sends typing hints only to members who have a conversation with the sender', async () => {
    const { marina, theo, marinaSocket, theoSocket, closeSockets } = await connectTwoMembers();
    const otherPair = await connectTwoMembers();
    await marinaSocket.sendMessage(theo, 'Now');

    // Frames are handled concurrently. Send the other pair's hint first and repeatedly, so that it is handled in time.
    for (const _ of [1, 2, 3]) otherPair.marinaSocket.send({ action: 'typing', recipientId: theo.userId });
    await otherPair.marinaSocket.sendMessage(otherPair.theo, 'Elsewhere');
    marinaSocket.send({ action: 'typing', recipientId: theo.userId });
    await theoSocket.nextFrame('typing', ({ userId }) => userId === marina.userId);

    const typingUserIds = theoSocket.frames.flatMap((frame) => (frame.type === 'typing' ? frame.userId : []));
    expect(typingUserIds).toEqual([marina.userId]);

    await Promise.all([closeSockets(), otherPair.closeSockets()]);
  });
});

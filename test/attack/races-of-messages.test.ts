/** Concurrent messages, read reports, tickets, and handshakes. Each must count once, and no limit may be exceeded. */
import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { contract } from '../../shared/contract/contract.ts';
import { CONDUCT_LIMITS } from '../../shared/rules/conduct-limits.ts';
import { MESSAGES_PER_SECOND } from '../../shared/rules/limits.ts';
import { Member } from '../support/member.ts';
import { handshake, MemberSocket } from '../support/socket.ts';
import { countCases, counts } from './support/attack-counts.ts';
import { RACERS, type RacedResponse, race, tally } from './support/parallel.ts';

const { messages } = contract;
const { socketUrl } = inject('target').config;

let sender: Member;
let recipient: Member;
let senderSockets: MemberSocket[];
let recipientSocket: MemberSocket;

beforeAll(async () => {
  [sender, recipient] = await Promise.all([Member.register(), Member.register()]);
  await Promise.all([sender.ensureProfile(), recipient.ensureProfile()]);
  senderSockets = await Promise.all(Array.from({ length: 5 }, () => MemberSocket.open(sender)));
  recipientSocket = await MemberSocket.open(recipient);
});

afterAll(() => Promise.all([...senderSockets, recipientSocket].map((socket) => socket.close())));

const readMessages = async () =>
  (await recipient.call(messages.conversation, { userId: sender.userId, limit: 100 })).body.messages;

/** Sends messages over all sockets of the sender concurrently. Waits for the confirmation or the error of each. */
async function sendConcurrently(frames: readonly { clientMessageId: string; content: string }[]): Promise<string[]> {
  countCases(frames.length);
  counts.frames += frames.length;
  for (const [index, frame] of frames.entries()) {
    senderSockets[index % senderSockets.length]!.send({
      action: 'sendMessage',
      recipientId: recipient.userId,
      ...frame,
    });
  }

  const ids = [...new Set(frames.map(({ clientMessageId }) => clientMessageId))];
  await expect.poll(() => ids.filter((id) => findOutcome(id) === undefined)).toEqual([]);

  return ids.map((id) => findOutcome(id)!);
}

/** Returns `sent`, the code of the error, or undefined before the first response to a message. */
function findOutcome(clientMessageId: string): string | undefined {
  const receivedFrames = senderSockets.flatMap(({ frames }) => frames);
  for (const frame of receivedFrames) {
    if (frame.type === 'sent' && frame.message.clientMessageId === clientMessageId) return 'sent';
    if (frame.type === 'error' && frame.clientMessageId === clientMessageId) return frame.code;
  }
  return undefined;
}

// The tests run in order, because they use one conversation.
describe('messages', () => {
  it('stores one message for one client message ID', async () => {
    const clientMessageId = randomUUID();
    const frames = Array.from({ length: RACERS }, () => ({ clientMessageId, content: 'Once' }));
    expect(await sendConcurrently(frames)).toEqual(['sent']);

    await recipientSocket.nextFrame('message', ({ message }) => message.clientMessageId === clientMessageId);
    expect((await readMessages()).map(({ content }) => content)).toEqual(['Once']);
  });

  it('stores exactly the concurrent messages that the server confirms, within the limit per second', async () => {
    const frames = Array.from({ length: RACERS }, (_, number) => ({
      clientMessageId: randomUUID(),
      content: `Message ${number}`,
    }));

    const startTime = Date.now();
    const outcomes = await sendConcurrently(frames);
    // The limit counts by the seconds of the clock, and the messages can touch one more than their duration.
    const seconds = Math.ceil((Date.now() - startTime) / 1000) + 1;
    expect(outcomes.filter((outcome) => !['sent', 'TooManyMessages'].includes(outcome))).toEqual([]);

    const confirmedTexts = frames.filter((_, index) => outcomes[index] === 'sent').map(({ content }) => content);
    expect(confirmedTexts.length).toBeLessThanOrEqual(seconds * MESSAGES_PER_SECOND);

    const storedTexts = (await readMessages()).map(({ content }) => content).filter((content) => content !== 'Once');
    expect(storedTexts.toSorted()).toEqual(confirmedTexts.toSorted());
  });

  it('marks messages as read once when they are read concurrently', async () => {
    const lastMessage = (await readMessages()).at(-1)!;
    const frame = { action: 'markRead', userId: sender.userId, messageId: lastMessage.id } as const;

    countCases(RACERS);
    counts.frames += RACERS;
    for (let count = 0; count < RACERS; count++) recipientSocket.send(frame);
    await recipientSocket.nextFrame('read', ({ messageId }) => messageId === lastMessage.id);

    const { body } = await recipient.call(messages.conversations, {});

    expect([body.unreadTotal, body.conversations.map(({ unreadCount }) => unreadCount)]).toEqual([0, [0]]);
  });
});

describe('tickets', () => {
  it('opens one socket per ticket', async () => {
    const { body } = await sender.call(contract.sockets.ticket, {});
    const outcomes = await race(() =>
      handshake(`${socketUrl}?ticket=${body.ticket}`).then(
        (socket) => {
          socket.close();
          return 'opened';
        },
        (error: Error) => error.message,
      ),
    );

    expect(outcomes.filter((outcome) => outcome === 'opened')).toHaveLength(1);
    expect(new Set(outcomes)).toEqual(new Set(['opened', '401']));
  });
});

describe('handshakes', () => {
  it('leaves as many sockets of a member open as allowed, and each of them receives frames', async () => {
    const member = await Member.register();
    await member.ensureProfile();
    const tickets = await Promise.all(Array.from({ length: RACERS }, () => MemberSocket.requestTicket(member)));
    const outcomes = await race((racer) =>
      MemberSocket.openWithTicket(tickets[racer]!, member).catch((error: Error) => error.message),
    );

    const openedSockets = outcomes.filter((outcome) => outcome instanceof MemberSocket);
    expect(outcomes.filter((outcome) => typeof outcome === 'string' && outcome !== '429')).toEqual([]);

    // The server may still be closing sockets that newer sockets have replaced.
    const openSockets = () => openedSockets.filter(({ isOpen }) => isOpen);
    await expect.poll(() => openSockets().length).toBe(CONDUCT_LIMITS.sockets.new);

    await member.call(contract.account.testContribution, {});
    await Promise.all(openSockets().map((socket) => socket.nextFrame('depth')));
    await Promise.all(openSockets().map((socket) => socket.close()));
  });
});

describe('account deletion', () => {
  it('hides everything that the member does while the account is deleted', async () => {
    const leaver = await Member.register();
    await leaver.call(contract.posts.create, { content: 'Before' });

    const responses = await race<RacedResponse>((racer) => {
      // Five of the 50 requests delete the account.
      if (racer % 10 === 5) return leaver.call(contract.account.deleteAccount, {});
      if (racer % 2) return leaver.call(contract.users.follow, { userId: recipient.userId });
      return leaver.call(contract.posts.create, { content: 'Last words' });
    });

    // If the deletion comes last, the member reaches the limit of posts before it.
    const outcomes = Object.keys(tally(responses));
    expect(['200', '401 Unauthenticated', '429 LimitReached']).toEqual(expect.arrayContaining(outcomes));

    const posts = await sender.call(contract.posts.listOfMember, { userId: leaver.userId });
    expect(posts.status).toBe(404);

    const feed = await sender.call(contract.posts.list, { limit: 50 });
    expect(feed.body.posts.filter(({ userId }) => userId === leaver.userId)).toEqual([]);

    const { body } = await sender.call(contract.users.followers, { userId: recipient.userId, limit: 50 });
    expect(body.users.filter(({ id }) => id === leaver.userId)).toEqual([]);

    // The purge ends the follow, and its counter with it.
    const readFollowers = async () => (await recipient.call(contract.account.me, {})).body.profile.followersCount;
    await expect.poll(readFollowers).toBe(0);
  });
});

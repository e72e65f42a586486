import { randomUUID } from 'node:crypto';
import { describe, expect, it, vi } from 'vitest';
import { contract } from '../../../shared/contract/contract.ts';
import { Member } from '../../support/member.ts';
import { MemberSocket } from '../../support/socket.ts';
import { chat, inbox, pair } from './pair.ts';

describe('a message', () => {
  it('is stored, tells the sender and reaches the recipient, as it was written', async () => {
    const { marina, theo, hers, his, end } = await pair();
    const content = 'Ahoy!\n<b>What</b> do you see? 🐋 مرحبا';
    const sent = await hers.say(theo, content);
    const { message } = await his.next('message');
    expect(message).toEqual(sent);
    expect(message).toMatchObject({ sender: marina.userId, recipient: theo.userId, content });
    for (const [reader, other] of [
      [marina, theo],
      [theo, marina],
    ] as const) {
      expect((await chat(reader, other)).messages).toEqual([sent]);
    }
    await end();
  });

  it('reaches every socket of both, and nobody else', async () => {
    const { marina, theo, hers, his, end } = await pair();
    const stranger = await Member.register();
    await stranger.depth();
    const [hersToo, hisToo, strangers] = await Promise.all([
      MemberSocket.open(marina),
      MemberSocket.open(theo),
      MemberSocket.open(stranger),
    ]);
    const sent = await hers.say(theo, 'To all of you');
    expect((await hersToo.next('sent')).message).toEqual(sent);
    expect((await his.next('message')).message).toEqual(sent);
    expect((await hisToo.next('message')).message).toEqual(sent);
    expect(strangers.frames).toEqual([]);
    const peeked = await stranger.call(contract.messages.conversation, { userId: theo.userId });
    expect(peeked.body.messages).toEqual([]);
    await Promise.all([end(), hersToo.close(), hisToo.close(), strangers.close()]);
  });

  it('waits for who is not there', async () => {
    const { marina, theo, hers, his, end } = await pair();
    await his.close();
    const sent = await hers.say(theo, 'For later');
    expect((await chat(theo, marina)).messages).toEqual([sent]);
    expect((await inbox(theo)).unreadTotal).toBe(1);
    await end();
  });

  it('is stored once when it is sent again, and the sender is told again', async () => {
    const { marina, theo, hers, end } = await pair();
    const clientMessageId = randomUUID();
    const first = await hers.say(theo, 'Once', clientMessageId);
    for (let time = 0; time < 5; time++) {
      hers.send({ action: 'sendMessage', clientMessageId, recipientId: theo.userId, content: 'Once' });
    }
    await vi.waitFor(() => expect(hers.frames.filter(({ type }) => type === 'sent')).toHaveLength(6), 10_000);
    expect((await chat(marina, theo)).messages).toEqual([first]);
    hers.send({ action: 'sendMessage', clientMessageId, recipientId: theo.userId, content: 'Twice' });
    expect(await hers.next('error')).toMatchObject({ code: 'Conflict', clientMessageId });
    expect((await chat(marina, theo)).messages).toEqual([first]);
    await end();
  });

  it('has an id greater than all before it, whoever wrote at the same time', async () => {
    const { marina, theo, hers, his, end } = await pair();
    await hers.say(theo, 'Begin');
    await Promise.all(
      Array.from({ length: 12 }, async (_, number) => {
        const [socket, other] = number % 2 === 0 ? ([hers, theo] as const) : ([his, marina] as const);
        await socket.say(other, `Crossing ${number}`);
      }),
    );
    const { messages } = await chat(marina, theo, { limit: 100 });
    expect(messages).toHaveLength(13);
    const ids = messages.map(({ id }) => id);
    expect(ids).toEqual(ids.toSorted());
    expect(new Set(ids).size).toBe(13);
    await end();
  });

  it('is stored or refused, and never lost in silence, when a hundred come at once', async () => {
    const { marina, theo, hers, end } = await pair();
    await hers.say(theo, 'Begin');
    const ids = Array.from({ length: 100 }, () => randomUUID());
    for (const clientMessageId of ids) {
      hers.send({ action: 'sendMessage', clientMessageId, recipientId: theo.userId, content: clientMessageId });
    }
    const outcomes = await Promise.all(
      ids.map((id) =>
        Promise.race([
          hers.next('sent', ({ message }) => message.clientMessageId === id).then(() => 'stored'),
          hers.next('error', ({ clientMessageId }) => clientMessageId === id).then(({ code }) => code),
        ]),
      ),
    );
    const stored = outcomes.filter((outcome) => outcome === 'stored').length;
    for (const outcome of outcomes) expect(['stored', 'TooManyMessages', 'Throttled']).toContain(outcome);
    expect(stored).toBeGreaterThan(0);
    const { messages } = await chat(theo, marina, { limit: 100 });
    expect(messages.length - 1).toBe(stored);
    await end();
  });

  it.each([
    ['that is blank', '  \n ', 'InvalidInput'],
    ['of zero-width characters', '\u200B\u200B', 'InvalidInput'],
    ['of 10,001 characters', 'x'.repeat(10_001), 'InvalidInput'],
  ])('%s is refused', async (_, content, code) => {
    const { theo, hers, end } = await pair();
    expect(await hers.isRefused({ recipientId: theo.userId, content })).toMatchObject({ code });
    await end();
  });

  it('of 10,000 characters is taken', async () => {
    const { theo, hers, end } = await pair();
    expect((await hers.say(theo, 'x'.repeat(10_000))).content).toHaveLength(10_000);
    await end();
  });

  it('to oneself, to nobody known, and to somebody who has left is refused', async () => {
    const { marina, theo, hers, end } = await pair();
    expect(await hers.isRefused({ recipientId: marina.userId, content: 'Me?' })).toMatchObject({
      code: 'InvalidInput',
    });
    expect(await hers.isRefused({ recipientId: 'nobody', content: 'You?' })).toMatchObject({ code: 'NotFound' });
    await theo.call(contract.account.deleteAccount, {});
    expect(await hers.isRefused({ recipientId: theo.userId, content: 'Still?' })).toMatchObject({ code: 'NotFound' });
    await end();
  });

  it('may begin a conversation with who is at or below, and answer anybody', async () => {
    const { marina, theo, hers, his, end } = await pair();
    await theo.call(contract.account.testContribution, {});
    const refusal = await hers.isRefused({ recipientId: theo.userId, content: 'Up there!' });
    expect(refusal).toMatchObject({ code: 'DepthTooLow', error: expect.stringMatching(/ascend/) });
    expect((await chat(marina, theo)).missingMetres).toBeGreaterThan(0);
    await his.say(marina, 'Down there!');
    expect((await chat(marina, theo)).missingMetres).toBe(0);
    await hers.say(theo, 'I can answer');
    await end();
  });
});

describe('the inbox', () => {
  it('has a row for each conversation, the latest first, from either side', async () => {
    const { marina, theo, hers, his, end } = await pair();
    const ida = await Member.register('Ida');
    await ida.depth();
    await hers.say(theo, 'First');
    const latest = await hers.say(ida, `Second ${'long '.repeat(100)}`);
    const { conversations } = await inbox(marina);
    expect(conversations.map(({ user }) => user.id)).toEqual([ida.userId, theo.userId]);
    expect(conversations[0]).toMatchObject({
      id: [ida.userId, marina.userId].sort().join('_'),
      user: { username: 'Ida' },
      lastUpdated: latest.timestamp,
      unreadCount: 0,
      lastMessage: { id: latest.id, senderId: marina.userId },
    });
    expect(conversations[0]!.lastMessage.content.length).toBeLessThan(latest.content.length);
    await his.say(marina, 'Third');
    expect((await inbox(marina)).conversations.map(({ user }) => user.id)).toEqual([theo.userId, ida.userId]);
    await end();
  });

  it('counts 1 for each conversation with something unread, however much it is', async () => {
    const { marina, theo, hers, his, end } = await pair();
    for (let number = 0; number < 3; number++) await his.say(marina, `Wave ${number}`);
    expect(await inbox(marina)).toMatchObject({ unreadTotal: 1, conversations: [{ unreadCount: 1 }] });
    expect(await inbox(theo)).toMatchObject({ unreadTotal: 0, conversations: [{ unreadCount: 0 }] });
    // Writing without having looked leaves it unread.
    await hers.say(theo, 'Busy');
    expect((await inbox(marina)).unreadTotal).toBe(1);
    await end();
  });

  it('is empty for a new member, and comes in pages', async () => {
    const [marina, ...others] = await Promise.all(Array.from({ length: 6 }, () => Member.register()));
    await Promise.all([marina!, ...others].map((member) => member.depth()));
    expect(await inbox(marina!)).toEqual({ success: true, conversations: [], unreadTotal: 0, cursor: null });
    const socket = await MemberSocket.open(marina!);
    for (const other of others) await socket.say(other, 'Hello');
    const seen: string[] = [];
    let cursor: string | undefined;
    do {
      const { body } = await marina!.call(contract.messages.conversations, { limit: 2, cursor });
      expect(body.conversations.length).toBeLessThanOrEqual(2);
      seen.push(...body.conversations.map(({ user }) => user.id));
      cursor = body.cursor ?? undefined;
    } while (cursor);
    expect(seen).toEqual(others.map(({ userId }) => userId).reverse());
    const stolen = await others[0]!.call(contract.messages.conversations, {
      limit: 2,
      cursor: (await marina!.call(contract.messages.conversations, { limit: 2 })).body.cursor!,
    });
    expect([stolen.status, stolen.body.code]).toEqual([400, 'InvalidCursor']);
    await socket.close();
  });
});

describe('GET /conversations/{userId}', () => {
  it('gives the latest, those before one, and those after one, each oldest first', async () => {
    const { marina, theo, hers, end } = await pair();
    const sent: string[] = [];
    for (let number = 0; number < 9; number++) sent.push((await hers.say(theo, `Wave ${number}`)).id);
    const ids = ({ messages }: Awaited<ReturnType<typeof chat>>) => messages.map(({ id }) => id);
    const latest = await chat(theo, marina, { limit: 4 });
    expect([ids(latest), latest.more]).toEqual([sent.slice(5), true]);
    const before = await chat(theo, marina, { limit: 4, before: sent[5] });
    expect([ids(before), before.more]).toEqual([sent.slice(1, 5), true]);
    const first = await chat(theo, marina, { limit: 4, before: sent[1] });
    expect([ids(first), first.more]).toEqual([sent.slice(0, 1), false]);
    const after = await chat(theo, marina, { limit: 4, after: sent[2] });
    expect([ids(after), after.more]).toEqual([sent.slice(3, 7), true]);
    const rest = await chat(theo, marina, { limit: 4, after: sent[4] });
    expect([ids(rest), rest.more]).toEqual([sent.slice(5), false]);
    expect(ids(await chat(theo, marina, { after: sent[8] }))).toEqual([]);
    await end();
  });

  it('calls a partner who has left "Deleted user", and keeps what was written', async () => {
    const { marina, theo, hers, end } = await pair();
    const sent = await hers.say(theo, 'Are you there?');
    await theo.call(contract.account.deleteAccount, {});
    await vi.waitFor(
      async () => {
        const { body } = await theo.call(contract.messages.conversations, {});
        expect(body.code).toBe('Unauthenticated');
        expect(await chat(marina, theo)).toMatchObject({
          user: { username: 'Deleted user' },
          left: true,
          messages: [sent],
        });
        expect((await inbox(marina)).conversations[0]!.user.username).toBe('Deleted user');
      },
      { timeout: 10_000 },
    );
    await end();
  });

  it.each([
    ['oneself', undefined, 400, 'InvalidInput'],
    ['somebody unknown', 'nobody', 404, 'NotFound'],
  ])('refuses a conversation with %s', async (_, userId, status, code) => {
    const marina = await Member.register();
    const answer = await marina.call(contract.messages.conversation, { userId: userId ?? marina.userId });
    expect([answer.status, answer.body.code]).toEqual([status, code]);
  });
});

describe('typing', () => {
  it('reaches members who have a conversation with the sender, and no others', async () => {
    const { marina, theo, hers, his, end } = await pair();
    const stranger = await pair();
    await hers.say(theo, 'Now');
    // Frames are handled side by side: send the hint of the stranger first, and again, so that it had its time.
    for (const _ of [1, 2, 3]) stranger.hers.send({ action: 'typing', recipientId: theo.userId });
    await stranger.hers.say(stranger.theo, 'Elsewhere');
    hers.send({ action: 'typing', recipientId: theo.userId });
    await his.next('typing', ({ userId }) => userId === marina.userId);
    const typists = his.frames.flatMap((frame) => (frame.type === 'typing' ? frame.userId : []));
    expect(typists).toEqual([marina.userId]);
    await Promise.all([end(), stranger.end()]);
  });
});

import { describe, expect, inject, it } from 'vitest';
import { contract } from '../../../shared/contract/contract.ts';
import { Member } from '../../support/member.ts';
import { handshake, MemberSocket } from '../../support/socket.ts';

const { socketUrl } = inject('target').config;
const [marina, theo] = await Promise.all([Member.register('Marina'), Member.register('Theo')]);
await Promise.all([marina.depth(), theo.depth()]);

const ticketOf = async (member: Member) => (await member.call(contract.messages.ticket, {})).body.ticket;
const open = (query: string) => handshake(`${socketUrl}${query}`);

describe('a ticket', () => {
  it('opens a socket, once', async () => {
    const query = `?ticket=${await ticketOf(marina)}`;
    const socket = await open(query);
    socket.close();
    await expect(open(query)).rejects.toThrow(/40[13]/);
  });

  it('is worth one socket, also when two are opened at once', async () => {
    const query = `?ticket=${await ticketOf(marina)}`;
    const outcomes = await Promise.allSettled(Array.from({ length: 5 }, () => open(query)));
    const opened = outcomes.flatMap((outcome) => (outcome.status === 'fulfilled' ? outcome.value : []));
    for (const socket of opened) socket.close();
    expect(opened).toHaveLength(1);
  });

  it('differs each time, and says how long it is good for', async () => {
    const { body } = await marina.call(contract.messages.ticket, {});
    expect(body.expiresInSeconds).toBe(60);
    expect(body.ticket).not.toBe(await ticketOf(marina));
    expect(body.ticket.length).toBeGreaterThan(40);
  });

  it.each([
    ['no ticket', ''],
    ['an empty ticket', '?ticket='],
    ['a ticket that is none', '?ticket=sesame'],
    ['more than a key may hold', `?ticket=${'x'.repeat(3000)}`],
    ['a token instead', `?ticket=${marina.tokens.access}`],
  ])('is needed: a handshake with %s is refused', async (_, query) => {
    await expect(open(query)).rejects.toThrow(/40[13]/);
  });
});

describe('a socket', () => {
  it('answers a ping', async () => {
    const socket = await MemberSocket.open(marina);
    socket.send({ action: 'ping' });
    await socket.next('pong');
    await socket.close();
  });

  it.each([
    ['no JSON', 'ahoy', 'InvalidInput'],
    ['JSON without an action', '{"hello":"sea"}', 'InvalidInput'],
    ['an action that is none', '{"action":"scuttle"}', 'InvalidInput'],
    ['an action with a field too many', '{"action":"ping","depth":9}', 'InvalidInput'],
    [
      'a message without a recipient',
      '{"action":"sendMessage","clientMessageId":"abcdefgh","content":"x"}',
      'InvalidInput',
    ],
    ['an array', '[]', 'InvalidInput'],
  ])('says what is wrong with %s, and stays open', async (_, data, code) => {
    const socket = await MemberSocket.open(marina);
    socket.sendRaw(data);
    expect((await socket.next('error')).code).toBe(code);
    socket.send({ action: 'ping' });
    await socket.next('pong');
    await socket.close();
  });

  it('is closed by a frame of 200 KB, and by a binary one', async (context) => {
    if (inject('target').lacks.frameLimits) context.skip();
    for (const data of [JSON.stringify({ action: 'ping', filler: 'x'.repeat(200_000) }), Buffer.from([1, 2, 3])]) {
      const socket = await MemberSocket.open(marina);
      const ended = socket.ended();
      socket.sendRaw(data);
      expect([1003, 1009]).toContain(await ended);
    }
  });

  it('tells its member of a new depth, on every screen', async () => {
    const [first, second, other] = await Promise.all([
      MemberSocket.open(marina),
      MemberSocket.open(marina),
      MemberSocket.open(theo),
    ]);
    const { body } = await marina.call(contract.account.testContribution, {});
    for (const socket of [first, second]) {
      expect((await socket.next('depth')).depth).toBe(body.profile.depth);
    }
    expect(other.frames).toEqual([]);
    await Promise.all([first, second, other].map((socket) => socket.close()));
  });
});

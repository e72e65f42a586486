/** Tests of sockets: tickets that open one socket each, and frames. */
import { describe, expect, inject, it } from 'vitest';
import { contract } from '../../../shared/contract/contract.ts';
import { Member } from '../../support/member.ts';
import { handshake, MemberSocket } from '../../support/socket.ts';

const { socketUrl } = inject('target').config;
const [marina, theo] = await Promise.all([Member.register('Marina'), Member.register('Theo')]);
await Promise.all([marina.ensureProfile(), theo.ensureProfile()]);

/** The statuses with which a handshake may be refused. */
const REFUSAL_STATUS = /40[13]/;

const createTicket = async (member: Member) => (await member.call(contract.sockets.ticket, {})).body.ticket;
const openSocket = (query: string) => handshake(`${socketUrl}${query}`);

describe('socket ticket', () => {
  it('opens only one socket with a ticket', async () => {
    const query = `?ticket=${await createTicket(marina)}`;
    const socket = await openSocket(query);
    socket.close();

    await expect(openSocket(query)).rejects.toThrow(REFUSAL_STATUS);
  });

  it('opens only one socket when a ticket is used concurrently', async () => {
    const query = `?ticket=${await createTicket(marina)}`;
    const outcomes = await Promise.allSettled(Array.from({ length: 5 }, () => openSocket(query)));
    const openedSockets = outcomes.flatMap((outcome) => (outcome.status === 'fulfilled' ? outcome.value : []));
    for (const socket of openedSockets) socket.close();

    expect(openedSockets).toHaveLength(1);
  });

  it('returns a unique socket ticket with its lifetime', async () => {
    const { body } = await marina.call(contract.sockets.ticket, {});
    expect(body.expiresInSeconds).toBe(60);
    expect(body.ticket).not.toBe(await createTicket(marina));
    expect(body.ticket.length).toBeGreaterThan(40);
  });

  it.each([
    ['no ticket', ''],
    ['an empty ticket', '?ticket='],
    ['an invalid ticket', '?ticket=sesame'],
    ['a ticket longer than a table key', `?ticket=${'x'.repeat(3000)}`],
    ['an access token', `?ticket=${marina.tokens.access}`],
  ])('rejects a handshake with %s', async (_, query) => {
    await expect(openSocket(query)).rejects.toThrow(REFUSAL_STATUS);
  });
});

describe('socket', () => {
  it('returns a pong for a ping', async () => {
    const socket = await MemberSocket.open(marina);
    socket.send({ action: 'ping' });
    await socket.nextFrame('pong');
    await socket.close();
  });

  it.each([
    ['text that is not JSON', 'ahoy'],
    ['JSON without an action', '{"hello":"sea"}'],
    ['an unknown action', '{"action":"scuttle"}'],
    ['an unknown field', '{"action":"ping","depth":9}'],
    ['a message without a recipient', '{"action":"sendMessage","clientMessageId":"abcdefgh","content":"x"}'],
    ['an array', '[]'],
    [
      'half of a surrogate pair',
      '{"action":"sendMessage","clientMessageId":"abcdefgh","recipientId":"abc","content":"a\\ud800b"}',
    ],
  ])('reports an error for %s and stays open', async (_, text) => {
    // A closed socket counts until its $disconnect arrives, so one member can't open one after the other for each case.
    const socket = await MemberSocket.open(await Member.register());
    socket.sendRaw(text);
    expect((await socket.nextFrame('error')).code).toBe('InvalidInput');

    socket.send({ action: 'ping' });
    await socket.nextFrame('pong');
    await socket.close();
  });

  it('closes a socket after a frame of 200 KB or a binary frame', async (context) => {
    if (inject('target').unsupported.frameLimits) context.skip();
    const member = await Member.register();
    for (const data of [JSON.stringify({ action: 'ping', filler: 'x'.repeat(200_000) }), Buffer.from([1, 2, 3])]) {
      const socket = await MemberSocket.open(member);
      const closeCode = socket.waitForClose();
      socket.sendRaw(data);

      // 1003: unsupported data. 1009: message too big.
      expect([1003, 1009]).toContain(await closeCode);
    }
  });

  it('sends a new depth to every socket of the member', async () => {
    const [firstSocket, secondSocket, otherSocket] = await Promise.all([
      MemberSocket.open(marina),
      MemberSocket.open(marina),
      MemberSocket.open(theo),
    ]);
    const { body } = await marina.call(contract.account.testContribution, {});

    // The frame of an earlier change may still be on its way.
    for (const socket of [firstSocket, secondSocket]) {
      await socket.nextFrame('depth', ({ depth }) => depth === body.profile.depth);
    }
    expect(otherSocket.frames).toEqual([]);

    await Promise.all([firstSocket, secondSocket, otherSocket].map((socket) => socket.close()));
  });

  it('sends the depth after a file is uploaded, and again after it is deleted', async () => {
    const member = await Member.register();
    const socket = await MemberSocket.open(member);

    const { key } = await member.upload('current.txt', 'text/plain', Buffer.from('A strong current.'.repeat(100)));
    await socket.nextFrame('depth', ({ depth }) => depth > 0);

    await member.call(contract.files.delete, { fileId: key });
    await socket.nextFrame('depth', ({ depth }) => depth === 0);
    await socket.close();
  });
});

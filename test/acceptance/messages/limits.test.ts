/** Tests of the limits of sockets and of new conversations. See docs/product.md#limits. */
import { describe, expect, it } from 'vitest';
import { contract } from '../../../shared/contract/contract.ts';
import { CONDUCT_LIMITS } from '../../../shared/rules/conduct-limits.ts';
import { Member } from '../../support/member.ts';
import { MemberSocket } from '../../support/socket.ts';

/** The WebSocket close code of a connection that ended without a close frame. */
const ABNORMAL_CLOSURE = 1006;

/** Registers a member with a profile. */
async function registerMember(): Promise<Member> {
  const member = await Member.register();
  await member.ensureProfile();
  return member;
}

describe('limits of a WebSocket', () => {
  it('closes the oldest socket of a member who opens too many', async () => {
    const member = await registerMember();
    const sockets: MemberSocket[] = [];
    for (let count = 0; count < CONDUCT_LIMITS.sockets.new + 1; count += 1) {
      sockets.push(await MemberSocket.open(member));
    }
    const [oldestSocket, ...otherSockets] = sockets;

    expect(await oldestSocket!.nextFrame('error')).toMatchObject({ code: 'TooManySockets' });
    expect(await oldestSocket!.waitForClose()).not.toBe(ABNORMAL_CLOSURE);

    for (const socket of otherSockets) socket.send({ action: 'ping' });
    await Promise.all(otherSockets.map((socket) => socket.nextFrame('pong')));
    await Promise.all(otherSockets.map((socket) => socket.close()));
  });

  it('refuses a new conversation beyond the daily limit, but sends to an existing conversation', async () => {
    const sender = await registerMember();
    const socket = await MemberSocket.open(sender);
    const members = await Promise.all(Array.from({ length: CONDUCT_LIMITS.conversations.new + 1 }, registerMember));
    const [stranger, ...partners] = members;

    for (const partner of partners) await socket.sendMessage(partner, 'Ahoy');
    const refusal = await socket.sendExpectingError({ recipientId: stranger!.userId, content: 'Ahoy' });

    expect(refusal).toMatchObject({ code: 'LimitReached', retryAfterSeconds: expect.any(Number) });
    expect(refusal.error).toMatch(
      new RegExp(`^You've started ${partners.length} conversations today, .* You can start another in `),
    );

    await socket.sendMessage(partners[0]!, 'Still here?');
    expect((await sender.call(contract.messages.conversations, {})).body.conversations).toHaveLength(partners.length);

    await socket.close();
  });
});

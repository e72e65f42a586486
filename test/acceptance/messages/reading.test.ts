import { describe, expect, it } from 'vitest';
import { MemberSocket } from '../../support/socket.ts';
import { chat, inbox, pair } from './pair.ts';

describe('reading', () => {
  it('moves the watermark, empties the count, and tells both', async () => {
    const { marina, theo, hers, his, end } = await pair();
    const hersToo = await MemberSocket.open(marina);
    const first = await his.say(marina, 'One');
    const second = await his.say(marina, 'Two');
    hers.send({ action: 'markRead', userId: theo.userId, messageId: first.id });
    const read = { type: 'read', readerId: marina.userId, userId: theo.userId };
    expect(await his.next('read')).toMatchObject({ ...read, messageId: first.id });
    expect(await chat(theo, marina)).toMatchObject({ read: { own: null, other: first.id } });
    expect((await inbox(marina)).unreadTotal).toBe(1);
    hers.send({ action: 'markRead', userId: theo.userId, messageId: second.id });
    for (const socket of [his, hersToo]) await socket.next('read', ({ messageId }) => messageId === second.id);
    expect(await chat(marina, theo)).toMatchObject({ read: { own: second.id, other: null } });
    expect((await inbox(marina)).unreadTotal).toBe(0);
    await Promise.all([end(), hersToo.close()]);
  });

  it('never moves back, nor past the last message', async () => {
    const { marina, theo, hers, his, end } = await pair();
    const first = await his.say(marina, 'One');
    const second = await his.say(marina, 'Two');
    hers.send({ action: 'markRead', userId: theo.userId, messageId: '7ZZZZZZZZZZZZZZZZZZZZZZZZZ' });
    await his.next('read');
    hers.send({ action: 'markRead', userId: theo.userId, messageId: first.id });
    hers.send({ action: 'ping' });
    await hers.next('pong');
    expect((await chat(marina, theo)).read.own).toBe(second.id);
    await his.say(marina, 'Three');
    expect((await inbox(marina)).unreadTotal).toBe(1);
    await end();
  });

  it('of a conversation that one is not in is refused', async () => {
    const { theo, hers, end } = await pair();
    hers.send({ action: 'markRead', userId: theo.userId, messageId: '01KB0000000000000000000000' });
    expect(await hers.next('error')).toMatchObject({ code: 'NotFound' });
    await end();
  });

  it('of what was answered first leaves nothing unread, though one has written since', async () => {
    const { marina, theo, hers, his, end } = await pair();
    const first = await his.say(marina, 'Are you there?');
    await hers.say(theo, 'On my way');
    hers.send({ action: 'markRead', userId: theo.userId, messageId: first.id });
    await his.next('read');
    expect(await inbox(marina)).toMatchObject({ unreadTotal: 0, conversations: [{ unreadCount: 0 }] });
    await his.say(marina, 'Good');
    expect((await inbox(marina)).unreadTotal).toBe(1);
    await end();
  });

  it('of what was answered leaves unread what came after it', async () => {
    const { marina, theo, hers, his, end } = await pair();
    const first = await his.say(marina, 'One');
    await his.say(marina, 'Two');
    await hers.say(theo, 'On my way');
    hers.send({ action: 'markRead', userId: theo.userId, messageId: first.id });
    await his.next('read');
    expect((await inbox(marina)).unreadTotal).toBe(1);
    await end();
  });
});

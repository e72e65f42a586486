/** Tests of reading the messages of a conversation. See docs/product.md#reading. */
import { describe, expect, it } from 'vitest';
import { contract } from '../../../shared/contract/contract.ts';
import { Member } from '../../support/member.ts';
import { connectTwoMembers, readConversation, readInbox } from './conversations.ts';

describe('GET /conversations/{userId}', () => {
  it('returns the latest messages, or those before or after a given message, oldest first', async () => {
    const { marina, theo, marinaSocket, closeSockets } = await connectTwoMembers();
    const sentIds: string[] = [];
    for (let number = 0; number < 9; number++) {
      sentIds.push((await marinaSocket.sendMessage(theo, `Wave ${number}`)).id);
    }
    const readPage = async (range: { before?: string; after?: string; limit?: number }) => {
      const { messages, more } = await readConversation(theo, marina, range);
      return { ids: messages.map(({ id }) => id), more };
    };

    expect(await readPage({ limit: 4 })).toEqual({ ids: sentIds.slice(5), more: true });
    expect(await readPage({ limit: 4, before: sentIds[5] })).toEqual({ ids: sentIds.slice(1, 5), more: true });
    expect(await readPage({ limit: 4, before: sentIds[1] })).toEqual({ ids: sentIds.slice(0, 1), more: false });

    expect(await readPage({ limit: 4, after: sentIds[2] })).toEqual({ ids: sentIds.slice(3, 7), more: true });
    expect(await readPage({ limit: 4, after: sentIds[4] })).toEqual({ ids: sentIds.slice(5), more: false });
    expect((await readPage({ after: sentIds[8] })).ids).toEqual([]);

    await closeSockets();
  });

  it('keeps messages of a deleted partner and names them "Deleted user"', async () => {
    const { marina, theo, marinaSocket, closeSockets } = await connectTwoMembers();
    const sentMessage = await marinaSocket.sendMessage(theo, 'Are you there?');
    await theo.call(contract.account.deleteAccount, {});

    const readEffects = async () => ({
      code: (await theo.call(contract.messages.conversations, {})).body.code,
      conversation: await readConversation(marina, theo),
      inbox: await readInbox(marina),
    });
    const user = { username: 'Deleted user' };
    await expect.poll(readEffects).toMatchObject({
      code: 'Unauthenticated',
      conversation: { user, left: true, messages: [sentMessage] },
      inbox: { conversations: [{ user }] },
    });

    await closeSockets();
  });

  it.each([
    ['oneself', undefined, 400, 'InvalidInput'],
    ['an unknown member', 'unknown', 404, 'NotFound'],
  ])('rejects a conversation with %s', async (_, userId, status, code) => {
    const marina = await Member.register();
    const response = await marina.call(contract.messages.conversation, { userId: userId ?? marina.userId });
    expect([response.status, response.body.code]).toEqual([status, code]);
  });
});

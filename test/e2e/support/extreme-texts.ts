import { expect } from 'vitest';
import { contract } from '../../../shared/contract/contract.ts';
import type { SocketMember } from './chat-screen.ts';

/** A username of maximum length without a line-break opportunity. */
export const LONG_NAME = 'Wolframwummerlundwellenwanderer';
/** A right-to-left username with long emoji sequences. */
const ARABIC_NAME = 'غواصالأعماقالبعيدةجدا🐙🇵🇫👩‍👩‍👧‍👦';

const LONG_WORD = 'Donaudampfschifffahrtselektrizitätenhauptbetriebswerkbauunterbeamtengesellschaft'.repeat(3);
const ADDRESS = `https://fathom.example/${'a-very-long-path-'.repeat(12)}?q=${'x'.repeat(120)}`;
const EMOJI = '🐋👩🏽‍🚀🏴‍☠️👨‍👩‍👧‍👦'.repeat(20);
const ARABIC = 'البحر عميق جداً وفيه أسماك كثيرة، والماء أزرق صافٍ كالسماء. '.repeat(4);

/** Texts that break layouts made for short, simple words. */
export const EXTREME_TEXTS: readonly string[] = [LONG_WORD, ADDRESS, EMOJI, ARABIC];

/** A bio of maximum length without a line-break opportunity. */
const LONG_BIO = 'ä'.repeat(200);

/** Publishes the extreme texts as this member: in the profile, posts, comments, messages, and files. */
export async function postExtremeTexts({ member, socket }: SocketMember, recipientId: string): Promise<void> {
  const { userId } = member;
  const expectSuccess = (response: { body: { success?: boolean } }) =>
    expect(response.body).toMatchObject({ success: true });

  expectSuccess(
    await member.call(contract.account.updateProfile, { userId, username: ARABIC_NAME.slice(0, 30), bio: LONG_BIO }),
  );

  for (const text of EXTREME_TEXTS) {
    const createResponse = await member.call(contract.posts.create, { userId, content: text, imageAlt: '' });
    expectSuccess(createResponse);
    const { id: postId } = createResponse.body.post;
    expectSuccess(await member.call(contract.posts.addComment, { userId, postId, text }));

    const clientMessageId = crypto.randomUUID();
    socket.send({ action: 'sendMessage', clientMessageId, recipientId, content: text });
    await socket.nextFrame('sent', ({ message }) => message.clientMessageId === clientMessageId);
  }

  const bytes = new TextEncoder().encode('Deep.\n');
  await member.upload(`${LONG_WORD.slice(0, 200)}.txt`, 'text/plain', bytes, LONG_WORD);
  await member.upload('أعماق البحر البعيدة.txt', 'text/plain', bytes, ARABIC);
}

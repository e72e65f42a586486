import { expect } from 'vitest';
import { contract } from '../../../shared/contract/contract.ts';
import type { Writer } from './chat-screen.ts';

/** As long as a name may be, and without a place to break it. */
export const LONG_NAME = 'Wolframwummerlundwellenwanderer';
/** From right to left, and as much of what is no letter. */
const ARABIC_NAME = 'غواصالأعماقالبعيدةجدا🐙🇵🇫👩‍👩‍👧‍👦';

const LONG_WORD = 'Donaudampfschifffahrtselektrizitätenhauptbetriebswerkbauunterbeamtengesellschaft'.repeat(3);
const ADDRESS = `https://fathom.example/${'a-very-long-path-'.repeat(12)}?q=${'x'.repeat(120)}`;
const EMOJI = '🐋👩🏽‍🚀🏴‍☠️👨‍👩‍👧‍👦'.repeat(20);
const ARABIC = 'البحر عميق جداً وفيه أسماك كثيرة، والماء أزرق صافٍ كالسماء. '.repeat(4);

/** Words that break what was laid out for short and simple ones. */
export const EXTREME_TEXTS: readonly string[] = [LONG_WORD, ADDRESS, EMOJI, ARABIC];

/** The longest biography, without a place to break it. */
const LONG_BIO = 'ä'.repeat(200);

/** Has somebody say all of it everywhere: in their profile, posts, comments, files, and to another member. */
export async function postExtremeTexts({ member, socket }: Writer, recipientId: string): Promise<void> {
  const { userId } = member;
  const good = (answer: { body: { success?: boolean } }) => expect(answer.body).toMatchObject({ success: true });
  good(
    await member.call(contract.account.updateProfile, { userId, username: ARABIC_NAME.slice(0, 30), bio: LONG_BIO }),
  );
  for (const words of EXTREME_TEXTS) {
    const published = await member.call(contract.posts.create, { userId, content: words, imageAlt: '' });
    good(published);
    const { id: postId } = published.body.post;
    good(await member.call(contract.posts.addComment, { userId, postId, text: words }));
    const clientMessageId = crypto.randomUUID();
    socket.send({ action: 'sendMessage', clientMessageId, recipientId, content: words });
    await socket.next('sent', ({ message }) => message.clientMessageId === clientMessageId);
  }
  const bytes = new TextEncoder().encode('Deep.\n');
  await member.upload(`${LONG_WORD.slice(0, 200)}.txt`, 'text/plain', bytes, LONG_WORD);
  await member.upload('أعماق البحر البعيدة.txt', 'text/plain', bytes, ARABIC);
}

import type { Browser, Page } from 'playwright-core';
import { expect } from 'vitest';
import { contract } from '../../../shared/contract/contract.ts';
import { MAX_BIO_LENGTH, MAX_USERNAME_LENGTH } from '../../../shared/rules/limits.ts';
import { callApi, fetchMemberId } from './api-calls.ts';
import { openChatMember, openSocketMember, type SocketMember } from './chat-screen.ts';

/** A username of maximum length without a line-break opportunity. */
const LONG_NAME = 'Wolframwummerlundwellenwanderer'.slice(0, MAX_USERNAME_LENGTH);

/** A right-to-left username of maximum length, with long emoji sequences. */
export const ARABIC_NAME = 'غواصالأعماقالبعيدةجدا🐙🇵🇫👩‍👩‍👧‍👦'.slice(0, MAX_USERNAME_LENGTH);

const LONG_WORD = 'Donaudampfschifffahrtselektrizitätenhauptbetriebswerkbauunterbeamtengesellschaft'.repeat(3);
const LONG_URL = `https://fathom.example/${'a-very-long-path-'.repeat(12)}?q=${'x'.repeat(120)}`;
const EMOJI_TEXT = '🐋👩🏽‍🚀🏴‍☠️👨‍👩‍👧‍👦'.repeat(20);
const ARABIC_TEXT = 'البحر عميق جداً وفيه أسماك كثيرة، والماء أزرق صافٍ كالسماء. '.repeat(4);

/** Texts that break layouts made for short, simple words. */
export const EXTREME_TEXTS: readonly string[] = [LONG_WORD, LONG_URL, EMOJI_TEXT, ARABIC_TEXT];

/** The name of a file, from right to left. */
export const ARABIC_FILE_NAME = 'أعماق البحر البعيدة.txt';

/** A bio of maximum length without a line-break opportunity. */
const LONG_BIO = 'ä'.repeat(MAX_BIO_LENGTH);

/** The screens of a member with extreme texts, with a heading that each one shows once it has loaded. */
export const EXTREME_SCREENS = [
  { path: '/', heading: 'Welcome to Fathom' },
  { path: '/dashboard', heading: 'Recent Activity' },
  { path: '/files', heading: ARABIC_FILE_NAME },
  { path: '/upload', heading: 'Depth calculation' },
  { path: '/search', heading: 'Users' },
  { path: '/edit-profile', heading: 'Edit Your Profile' },
  { path: '/settings/security', heading: 'Signed-in devices' },
  { path: '/payments', heading: 'Fast Progress' },
  { path: '/messages', heading: 'Messages' },
  { path: '/atlantis', heading: 'Page Not Found' },
];

/** Creates content of this member with extreme texts: a profile, posts, comments, messages, and files. */
async function createExtremeContent({ member, socket }: SocketMember, recipientId: string): Promise<void> {
  const { userId } = member;
  const expectSuccess = (response: { body: { success?: boolean } }) =>
    expect(response.body).toMatchObject({ success: true });

  expectSuccess(await member.call(contract.account.updateProfile, { userId, username: ARABIC_NAME, bio: LONG_BIO }));

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
  await member.upload(ARABIC_FILE_NAME, 'text/plain', bytes, ARABIC_TEXT);
}

/** Opens a page of a member with a long name, whose screens show extreme texts of another member. */
export async function openMemberWithExtremeTexts(browser: Browser): Promise<{ page: Page; partnerId: string }> {
  const partner = await openSocketMember('Tamsin Reef');
  const page = await openChatMember(browser, LONG_NAME);
  const partnerId = partner.member.userId;

  await createExtremeContent(partner, await fetchMemberId(page));
  await callApi(page, 'PUT', `/users/${partnerId}/follow`, {});
  await callApi(page, 'POST', '/posts', { content: EXTREME_TEXTS[0] });
  return { page, partnerId };
}

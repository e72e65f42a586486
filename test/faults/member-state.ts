import { setTimeout as pause } from 'node:timers/promises';
import type { DemoSession } from '../../infra/local/seed/demo-session.ts';
import { contract } from '../../shared/contract/contract.ts';
import type { ListedFile } from '../../shared/contract/files.ts';
import type { ListedLedgerEntry } from '../../shared/contract/ledger.ts';
import type { Message } from '../../shared/contract/messages.ts';
import type { Post } from '../../shared/contract/posts.ts';
import { MESSAGES_PAGE_LIMIT, MIN_MESSAGE_ID } from '../../shared/rules/limits.ts';
import { readAllPages } from '../support/pages.ts';
import { WAIT_TIMEOUT_MS } from '../support/time-limits.ts';

const RETRY_MS = 500;
const MAX_ATTEMPTS = WAIT_TIMEOUT_MS / RETRY_MS;

/** Repeats a request while the cloud is unavailable, like a page: functions can time out on a busy machine. */
export async function retryWhileUnavailable<T>(run: () => Promise<T>): Promise<T> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await run();
    } catch (error) {
      if (attempt === MAX_ATTEMPTS || !String(error).includes('returned 503')) throw error;
      await pause(RETRY_MS);
    }
  }
}

/** Returns all posts of a member as another member sees them. */
export async function readPosts(viewer: DemoSession, userId: string): Promise<Post[]> {
  const pages = await readAllPages<Post>(async (after) => {
    const { posts, cursor } = await viewer.call(contract.posts.listOfMember, { userId, limit: 50, ...after });
    return [posts, cursor];
  });
  return pages.flat();
}

/** Returns all files of a member. */
export async function readFiles(member: DemoSession): Promise<ListedFile[]> {
  const pages = await readAllPages<ListedFile>(async (after) => {
    const input = { userId: member.userId, limit: 50, ...after };
    const { files, cursor } = await member.call(contract.files.listOfMember, input);
    return [files, cursor];
  });
  return pages.flat();
}

/** Returns all entries of a member's ledger. */
export async function readLedgerOf(member: DemoSession): Promise<ListedLedgerEntry[]> {
  const pages = await readAllPages<ListedLedgerEntry>(async (after) => {
    const { entries, cursor } = await member.call(contract.account.depthLog, { limit: 100, ...after });
    return [entries, cursor];
  });
  return pages.flat();
}

/** Returns the IDs of a member's credited payments. */
export async function readCredits(member: DemoSession): Promise<string[]> {
  return (await readLedgerOf(member)).flatMap(({ source, payment }) =>
    source === 'stripe' && payment ? [payment.paymentId] : [],
  );
}

/** Returns all messages of two members, oldest first. */
export async function readAllMessages(reader: DemoSession, userId: string): Promise<Message[]> {
  const messages: Message[] = [];
  let after = MIN_MESSAGE_ID;
  let hasMore = true;

  while (hasMore) {
    const page = await reader.call(contract.messages.conversation, { userId, after, limit: MESSAGES_PAGE_LIMIT });
    messages.push(...page.messages);
    after = page.messages.at(-1)?.id ?? after;
    hasMore = page.more;
  }

  return messages;
}

import { setTimeout as pause } from 'node:timers/promises';
import type { DemoSession } from '../../infra/local/seed/demo-session.ts';
import { contract } from '../../shared/contract/contract.ts';
import type { ListedFile } from '../../shared/contract/files.ts';
import type { ListedLedgerEntry } from '../../shared/contract/ledger.ts';
import type { Message } from '../../shared/contract/messages.ts';
import { WAIT_TIMEOUT_MS } from '../support/time-limits.ts';
import type { LoadMember, Operation } from './load-operations.ts';
import { readAllMessages, readFiles, readLedgerOf, readPosts, retryWhileUnavailable } from './member-state.ts';

/** How many operations have too few or too many effects, and which items contradict each other. */
export interface OperationCounts {
  /** Acknowledged operations without an effect. */
  readonly lost: number;
  /** Operations with more than one effect, acknowledged or not. */
  readonly duplicated: number;
  /** Sentences about items that contradict each other, such as a depth and its ledger. */
  readonly contradictions: readonly string[];
}

/** What one member sees. */
interface MemberState {
  /** Number of the member's posts, files, messages, likes, and payments with an operation's ID, by that ID. */
  readonly effectCounts: ReadonlyMap<string, number>;
  readonly contradictions: readonly string[];
  readonly likedPostIds: ReadonlySet<string>;
}

/** The API rounds each change to micrometres. An upload of the load is worth hundreds of micrometres. */
const ROUNDING_METRES = 1e-6;

/** Time between two reads of a member, in milliseconds. */
const READ_PAUSE_MS = 250;

/** Events in progress may change a member while they are read. They end within seconds, unless the machine is busy. */
const MAX_READS = WAIT_TIMEOUT_MS / READ_PAUSE_MS;

/** Counts the effects of operations, as their members see them. The members like only the author's posts. */
export async function checkOperations(
  operations: readonly Operation[],
  members: readonly LoadMember[],
  author: DemoSession,
): Promise<OperationCounts> {
  const states = new Map<LoadMember, MemberState>();
  for (const member of members) states.set(member, await readSettledState(member, author));

  const effects = operations.map((operation) => {
    const { effectCounts } = states.get(operation.member)!;
    if (operation.kind !== 'payment') return { operation, count: effectCounts.get(operation.id) ?? 0 };

    // A repeated payment can have several PaymentIntents. Only one of them may be credited.
    const credits = operation.paymentIds.map((id) => effectCounts.get(id) ?? 0);
    return { operation, count: credits.reduce((sum, count) => sum + count, 0) };
  });
  const contradictions = [...states.values()].flatMap((state) => state.contradictions);

  for (const { id, likeCount } of await retryWhileUnavailable(() => readPosts(author, author.userId))) {
    const likerCount = [...states.values()].filter(({ likedPostIds }) => likedPostIds.has(id)).length;
    if (likerCount !== likeCount) {
      contradictions.push(`A post has the like count ${likeCount} but ${likerCount} likes.`);
    }
  }

  return {
    lost: effects.filter(({ operation, count }) => operation.acknowledged && count === 0).length,
    duplicated: effects.filter(({ count }) => count > 1).length,
    contradictions,
  };
}

/** Reads a member until their items don't contradict each other, but at most `MAX_READS` times. */
async function readSettledState(member: LoadMember, author: DemoSession): Promise<MemberState> {
  for (let attempt = 1; ; attempt++) {
    const state = await retryWhileUnavailable(() => readState(member, author));
    if (state.contradictions.length === 0 || attempt === MAX_READS) return state;
    await pause(READ_PAUSE_MS);
  }
}

/** Reads what a member sees, and counts the effects of the member's operations in it. */
async function readState(member: LoadMember, author: DemoSession): Promise<MemberState> {
  const { session, partner } = member;
  const posts = await readPosts(session, session.userId);
  const files = await readFiles(session);
  const ledger = await readLedgerOf(session);
  const messages = await readAllMessages(session, partner.userId);
  const likedPostIds = (await readPosts(session, author.userId))
    .filter(({ likedByViewer }) => likedByViewer)
    .map(({ id }) => id);

  // The IDs of operations, as load-operations.ts puts them into contents and file names, and of likes and payments.
  const operationIds = [
    ...posts.map(({ content }) => content),
    ...files.map(({ fileName }) => fileName.replace(/\.txt$/, '')),
    ...messages.filter(({ sender }) => sender === session.userId).map(({ content }) => content),
    ...likedPostIds,
    ...ledger.flatMap(({ payment }) => (payment ? [payment.paymentId] : [])),
  ];
  const effectCounts = new Map<string, number>();
  for (const id of operationIds) effectCounts.set(id, (effectCounts.get(id) ?? 0) + 1);

  const contradictions = [
    ...(await checkLedger(session, ledger, files)),
    ...(await checkStoredBytes(files)),
    ...(await checkInbox(member, messages)),
  ];
  return { effectCounts, contradictions, likedPostIds: new Set(likedPostIds) };
}

/** Returns sentences about how a member's ledger contradicts their depth and files. */
async function checkLedger(session: DemoSession, ledger: ListedLedgerEntry[], files: ListedFile[]): Promise<string[]> {
  const contradictions: string[] = [];

  const { profile } = await session.call(contract.account.me, {});
  const sum = ledger.reduce((total, { change }) => total + change, 0);
  if (Math.abs(sum - profile.depth) > ledger.length * ROUNDING_METRES) {
    contradictions.push(`A depth is ${profile.depth} m, but its ledger adds up to ${sum} m.`);
  }

  const uploadCount = ledger.filter(({ source }) => source === 'upload').length;
  if (uploadCount !== files.length) {
    contradictions.push(`A ledger has ${uploadCount} uploads for ${files.length} files.`);
  }
  return contradictions;
}

/** Returns a sentence about each file whose stored bytes contradict its size. */
async function checkStoredBytes(files: ListedFile[]): Promise<string[]> {
  const contradictions: string[] = [];
  for (const { url, size } of files) {
    const storedSize = (await (await fetch(url)).arrayBuffer()).byteLength;
    if (storedSize !== size) contradictions.push(`A file has ${storedSize} bytes instead of ${size}.`);
  }
  return contradictions;
}

/** Returns a sentence if a member's inbox contradicts their conversation with their partner. */
async function checkInbox({ session, partner }: LoadMember, messages: Message[]): Promise<string[]> {
  const { conversations } = await session.call(contract.messages.conversations, {});
  const inboxRow = conversations.find(({ user }) => user.id === partner.userId);

  const isConsistent = inboxRow?.lastMessage.id === messages.at(-1)?.id;
  return isConsistent ? [] : ['An inbox row names another last message.'];
}

/**
 * Tests which reads of the table are strongly consistent. A strongly consistent read sees all earlier writes but costs
 * twice as much, so only reads that need it request it.
 */
import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { startTable } from '../../test/support/table.ts';
import { loadOwnProfile, loadSocketViewer, loadViewer } from '../access/viewer.ts';
import { loadVisiblePage } from '../access/visible-page.ts';
import { viewProfile } from '../users/profile.ts';
import { changeDepth } from './change-depth.ts';
import { table } from './client.ts';
import { getComment, readComments } from './comment.ts';
import { readCounter } from './counters.ts';
import { getFile, getFiles } from './file.ts';
import { isFollowing, readFollows } from './follow.ts';
import { findResult } from './idempotency.ts';
import { getInboxRow } from './inbox.ts';
import { postKey } from './keys.ts';
import { getLedgerEntries, sumLedger } from './ledger.ts';
import { readMemberRows } from './member-partition.ts';
import { findSentMessage, purgeConversation, readMessages } from './message.ts';
import { getOrder } from './payment-order.ts';
import { getPost } from './post.ts';
import { createProfile, getMember, getProfile } from './profile.ts';
import { findSocketOwner, readConnections, readLastSocket, readSockets } from './socket.ts';
import { getUnclaimed } from './unclaimed-payment.ts';

let stopTable: () => Promise<void>;
beforeAll(async () => {
  stopTable = await startTable();
});
afterAll(() => stopTable());

/**
 * Returns the value of ConsistentRead in each read of a function. The test checks the request, because the local
 * database always reads consistently.
 */
async function recordConsistency(read: () => Promise<unknown>): Promise<unknown[]> {
  const consistencies: unknown[] = [];
  table.middlewareStack.add(
    (next) => (args) => {
      const { ConsistentRead, RequestItems } = args.input as Record<string, never>;
      const [batch] = Object.values<{ ConsistentRead?: boolean }>(RequestItems ?? {});
      const isWrite = 'TransactItems' in args.input || 'Item' in args.input;
      if (!isWrite) consistencies.push(batch?.ConsistentRead ?? ConsistentRead);

      return next(args);
    },
    { step: 'initialize', name: 'consistency' },
  );

  try {
    await read();
  } finally {
    table.middlewareStack.remove('consistency');
  }

  return consistencies;
}

it.each<[name: string, read: () => Promise<unknown>]>([
  ['getFile', () => getFile('files/x')],
  ['getPost', () => getPost('x')],
  ['getComment', () => getComment('x', 'x')],
  ['readComments', () => readComments('x', 1)],
  ['readCounter', () => readCounter(postKey('x'), 'likeCount')],
  ['readFollows', () => readFollows('x', 'followers', 1)],
  ['isFollowing', () => isFollowing('x', 'y')],
  ['findResult', () => findResult({ userId: 'x', kind: 'POST', key: 'x' })],
  ['getInboxRow', () => getInboxRow('x', 'y')],
  ['getLedgerEntries', () => getLedgerEntries('x', [{ source: 'upload', sourceId: 'x' }])],
  ['sumLedger', () => sumLedger('x')],
  ['readMemberRows', () => readMemberRows('x', 'like', 1)],
  ['findSentMessage', () => findSentMessage('x', 'x', 'x')],
  ['readMessages', () => readMessages('x', {}, 1)],
  ['purgeConversation', () => purgeConversation('x')],
  ['getOrder', () => getOrder('x', 'x')],
  ['findSocketOwner', () => findSocketOwner('x')],
  ['readConnections', () => readConnections('x')],
  ['readSockets', () => readSockets('x')],
  ['readLastSocket', () => readLastSocket('x')],
  ['getUnclaimed', () => getUnclaimed({ provider: 'stripe', paymentId: 'x' })],
  ['loadViewer', () => loadViewer({ userId: 'x', username: 'x', issuedAt: 1 })],
  ['loadSocketViewer', () => loadSocketViewer('x')],
  ['loadOwnProfile', () => loadOwnProfile({ userId: 'x' })],
])('%s reads with strong consistency', async (_, read) => {
  expect(await recordConsistency(read)).toEqual([true]);
});

it('loadVisiblePage reads posts with strong consistency only if the caller requests it', async () => {
  const viewer = { userId: 'x', depth: 0 };
  const read = (consistent: boolean) => loadVisiblePage(viewer, { posts: [postKey('x')] }, { consistent });

  expect(await recordConsistency(() => read(true))).toContain(true);
  expect(await recordConsistency(() => read(false))).not.toContain(true);
});

it('viewProfile reads both profiles and the follow with strong consistency', async () => {
  // The profile doesn't exist, so the handler throws after its reads.
  const read = () => viewProfile({ userId: 'x', username: 'x', issuedAt: 1 }, { userId: 'y' }).catch(() => {});

  expect(await recordConsistency(read)).toEqual([true, true, true]);
});

it('changeDepth reads the profile with strong consistency', async () => {
  const userId = randomUUID();
  await createProfile({ userId, email: 'a@fathom.example', username: 'Ada' });
  const change = { userId, source: 'test', sourceId: '1', bytes: 1, purchasedCm: 0 } as const;

  expect(await recordConsistency(() => changeDepth(change))).toEqual([true]);
});

it.each([
  ['getProfile', () => getProfile('x')],
  ['getMember', () => getMember('x')],
  ['getFiles', () => getFiles([{ pk: 'FILE#x' }])],
])('%s reads with eventual consistency, which costs half', async (_, read) => {
  expect(await recordConsistency(read)).toEqual([false]);
});

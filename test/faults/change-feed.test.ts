/**
 * Tests the change feed, which updates views when items change.
 *
 * After the last test, `startFaultCloud` verifies that the feed's views match the other items. The depth histogram, for
 * example, must count each profile once.
 */
import { describe, expect, it } from 'vitest';
import type { Outcome } from '../../infra/local/lambda/sandbox.ts';
import { createRandom } from '../../infra/local/seed/random.ts';
import { deleteFileRecord } from '../../lambdas/files/record-stored-file.ts';
import { findObject } from '../../lambdas/storage/object-store.ts';
import { fileStorageKey } from '../../lambdas/storage/storage-key.ts';
import { readHistogram } from '../../lambdas/table/depth-histogram.ts';
import { getFile } from '../../lambdas/table/file.ts';
import { readPendingPurges } from '../../lambdas/table/pending-purge.ts';
import { unseal } from '../../lambdas/table/sealed.ts';
import { contract } from '../../shared/contract/contract.ts';
import { Member } from '../support/member.ts';
import { createPng } from '../support/sample-files.ts';
import { startFaultCloud } from './fault-cloud.ts';

const { cloud } = await startFaultCloud();
const { changeFeed } = cloud;

Object.assign(process.env, cloud.environment, {
  AWS_REGION: cloud.config.region,
  TABLE_NAME: cloud.storage.tableName,
  BUCKET_NAME: cloud.storage.bucketName,
  DEPTH_INDEX_SHARDS: String(cloud.storage.shards),
});

const SEEDS = [1, 2, 3, 4, 5];

const FAILURE_QUEUE_NAME = cloud.storage.queueUrls
  .find((url) => url.includes('ChangeFeed'))!
  .split('/')
  .at(-1)!;

/** Registers six members who rise one to three times. Two of them delete their account. Returns how many stay. */
async function registerAndDeleteMembers(seed: number): Promise<number> {
  const random = createRandom(seed);
  let stayingCount = 0;

  for (let number = 0; number < 6; number++) {
    const member = await Member.register();
    for (let rises = 1 + Math.floor(random() * 3); rises > 0; rises--) {
      expect((await member.call(contract.account.testContribution, {})).status).toBe(200);
    }
    if (number % 3 === 2) expect((await member.call(contract.account.deleteAccount, {})).status).toBe(200);
    else stayingCount++;
  }

  return stayingCount;
}

/**
 * Replaces the feed's function. If `handle` returns undefined for an event, the original function receives the event.
 *
 * @returns a function that restores the original function
 */
function replaceFeedFunction(handle: (event: unknown) => Outcome | undefined): () => void {
  const { functions } = cloud;
  const invoke = functions.invoke.bind(functions);
  functions.invoke = async (arn, event) => {
    const outcome = arn.includes('ChangeFeed') ? handle(event) : undefined;
    return outcome ?? invoke(arn, event);
  };

  return () => {
    functions.invoke = invoke;
  };
}

const countMembers = async () => (await readHistogram()).reduce((sum, members) => sum + members, 0);

describe('the change feed', () => {
  it('counts new members and subtracts deleted members', async () => {
    await changeFeed.waitUntilIdle();
    const countBefore = await countMembers();

    const stayingCount = await registerAndDeleteMembers(0);

    await expect.poll(countMembers).toBe(countBefore + stayingCount);
  });

  it.each(SEEDS)(
    'counts each member once if changes arrive repeatedly and in any order, with seed %i',
    async (seed) => {
      Object.assign(changeFeed.faults, { duplicates: true, shuffles: true, isPaused: true });
      const countBefore = await countMembers();
      const stayingCount = await registerAndDeleteMembers(seed);

      changeFeed.faults.isPaused = false;
      await changeFeed.waitUntilIdle();
      Object.assign(changeFeed.faults, { duplicates: false, shuffles: false });

      expect(await countMembers()).toBe(countBefore + stayingCount);
    },
  );

  it('catches up after a pause', async () => {
    changeFeed.faults.isPaused = true;
    const countBefore = await countMembers();
    const stayingCount = await registerAndDeleteMembers(7);
    expect(await countMembers()).toBe(countBefore);

    changeFeed.faults.isPaused = false;
    await changeFeed.waitUntilIdle();

    expect(await countMembers()).toBe(countBefore + stayingCount);
  });

  it('shows a new post, a new name, and an upload immediately while the feed is five seconds behind', async () => {
    changeFeed.faults.delayMs = 5000;
    const member = await Member.register();

    const { body } = await member.call(contract.posts.create, { content: 'Just surfaced.' });
    await member.call(contract.account.updateProfile, { username: 'Renamed', bio: '' });
    const { key } = await member.upload('current.txt', 'text/plain', Buffer.from('A strong current.'.repeat(10_000)));

    const { body: feed } = await member.call(contract.posts.list, { limit: 10 });
    expect(feed.posts.find(({ id }) => id === body.post.id)).toMatchObject({ username: 'Renamed' });

    const { body: list } = await member.call(contract.files.list, { limit: 10 });
    expect(list.files.find((file) => file.key === key)).toMatchObject({ uploaderName: 'Renamed' });
    expect(await member.getDepth()).toBeGreaterThan(0);

    changeFeed.faults.delayMs = 0;
    await changeFeed.waitUntilIdle();
  });

  it('purges a deleted post without the hourly job', async () => {
    const member = await Member.register();
    const { body } = await member.call(contract.posts.create, { content: 'Soon gone.' });
    const listPending = async () => (await readPendingPurges(100)).purges;

    changeFeed.faults.isPaused = true;
    await member.call(contract.posts.delete, { postId: body.post.id });
    expect(await listPending()).toContainEqual({ kind: 'post', postId: body.post.id });

    changeFeed.faults.isPaused = false;
    await expect.poll(listPending).not.toContainEqual({ kind: 'post', postId: body.post.id });
  });

  it('deletes the object of a file if the call that deleted the file stopped halfway', async () => {
    const member = await Member.register();
    const { key: fileId } = await member.upload('wreck.png', 'image/png', createPng(3000));
    const key = fileStorageKey(member.userId, fileId);
    expect(await findObject(key)).toBeDefined();

    await deleteFileRecord(unseal(await getFile(key))!);

    await expect.poll(() => findObject(key)).toBeUndefined();
  });

  it('sends a record that crashes the function to the failure queue, and applies all others', async () => {
    const countBefore = await countMembers();
    changeFeed.faults.isPaused = true;
    const [, poisonMember] = await Promise.all([Member.register(), Member.register(), Member.register()]);

    const restoreFunction = replaceFeedFunction((event) => {
      if (!JSON.stringify(event).includes(poisonMember.userId)) return undefined;
      return { ok: false, timedOut: false, error: { errorType: 'Runtime.ExitError', errorMessage: 'Out of memory' } };
    });
    Object.assign(changeFeed.faults, { isPaused: false, skipsBackoff: true });
    await changeFeed.waitUntilIdle();
    restoreFunction();

    expect(await countMembers()).toBe(countBefore + 2);

    const failures = cloud.queues.readBodies(`arn:aws:sqs:us-east-1:000000000000:${FAILURE_QUEUE_NAME}`);
    expect(failures.map((text) => JSON.parse(text))).toMatchObject([
      { requestContext: { condition: 'RetryAttemptsExhausted' }, DDBStreamBatchInfo: { batchSize: 1 } },
    ]);

    // The daily audit counts the member whose record is in the failure queue.
    await cloud.runSchedule('AuditLedgersSchedule', { newRound: true });
    expect(await countMembers()).toBe(countBefore + 3);
  });

  it('counts members that the feed has lost in the daily audit', async () => {
    // The function reports success without applying the changes, so the feed doesn't repeat them.
    const restoreFunction = replaceFeedFunction(() => ({ ok: true, payload: 'null' }));
    const countBefore = await countMembers();
    await Promise.all([Member.register(), Member.register()]);
    await changeFeed.waitUntilIdle();
    restoreFunction();
    expect(await countMembers()).toBe(countBefore);

    await cloud.runSchedule('AuditLedgersSchedule', { newRound: true });

    expect(await countMembers()).toBe(countBefore + 2);
  });
});

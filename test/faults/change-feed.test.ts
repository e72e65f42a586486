import { describe, expect, it } from 'vitest';
import { createRandom } from '../../infra/local/seed/random.ts';
import { readHistogram } from '../../lambdas/table/depth-histogram.ts';
import { readPendingPurges } from '../../lambdas/table/pending-purge.ts';
import { contract } from '../../shared/contract/contract.ts';
import { Member } from '../support/member.ts';
import { startFaultCloud } from './fault-cloud.ts';

/*
 * The cloud's fixture verifies the table after each test: the histogram must equal what the profiles give. So a test here
 * only has to disturb the feed.
 */
const { cloud } = await startFaultCloud();
const { changeFeed } = cloud;

Object.assign(process.env, cloud.environment, {
  AWS_REGION: cloud.config.region,
  TABLE_NAME: cloud.storage.tableName,
  DEPTH_INDEX_SHARDS: String(cloud.storage.shards),
});

const SEEDS = [1, 2, 3, 4, 5];

/** Registers members who rise once to three times. Every third one deletes their account. Returns how many stay. */
async function changeMembers(seed: number): Promise<number> {
  const random = createRandom(seed);
  let stayingMembers = 0;

  for (let number = 0; number < 6; number++) {
    const member = await Member.register();
    for (let rises = 1 + Math.floor(random() * 3); rises > 0; rises--) {
      expect((await member.call(contract.account.testContribution, {})).status).toBe(200);
    }
    if (number % 3 === 2) expect((await member.call(contract.account.deleteAccount, {})).status).toBe(200);
    else stayingMembers++;
  }

  return stayingMembers;
}

const countAll = async () => (await readHistogram()).reduce((sum, members) => sum + members, 0);

describe('the change feed', () => {
  it('counts new members within a second', async () => {
    await changeFeed.waitUntilIdle();
    const before = await countAll();

    const stayingMembers = await changeMembers(0);

    await expect.poll(countAll).toBe(before + stayingMembers);
  });

  it.each(SEEDS)(
    'counts each member once if changes arrive repeatedly and in any order, with seed %i',
    async (seed) => {
      Object.assign(changeFeed.faults, { duplicates: true, shuffles: true, isPaused: true });
      const before = await countAll();
      const stayingMembers = await changeMembers(seed);

      changeFeed.faults.isPaused = false;
      await changeFeed.waitUntilIdle();
      Object.assign(changeFeed.faults, { duplicates: false, shuffles: false });

      expect(await countAll()).toBe(before + stayingMembers);
    },
  );

  it('catches up after a pause', async () => {
    changeFeed.faults.isPaused = true;
    const before = await countAll();
    const stayingMembers = await changeMembers(7);
    expect(await countAll()).toBe(before);

    changeFeed.faults.isPaused = false;
    await changeFeed.waitUntilIdle();
    expect(await countAll()).toBe(before + stayingMembers);
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

  it('counts members that the feed has lost in the daily audit', async () => {
    // Answers as if the function had applied the changes.
    const invoke = cloud.functions.invoke.bind(cloud.functions);
    cloud.functions.invoke = async (arn, event) =>
      arn.includes('ChangeFeed') ? { ok: true, payload: 'null' } : invoke(arn, event);
    const before = await countAll();
    await Promise.all([Member.register(), Member.register()]);
    await changeFeed.waitUntilIdle();
    cloud.functions.invoke = invoke;
    expect(await countAll()).toBe(before);

    await cloud.runSchedule('AuditLedgersSchedule', { newRound: true });

    expect(await countAll()).toBe(before + 2);
  });
});

/** Tests of the list of what a member may still do, and when each limit starts again. See docs/product.md#limits. */
import { randomUUID } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import type { Allowance } from '../../../shared/contract/account.ts';
import { contract } from '../../../shared/contract/contract.ts';
import { allowedAmount, SETTLED_AFTER_DAYS } from '../../../shared/rules/conduct-limits.ts';
import { DAY_MS } from '../../../shared/rules/durations.ts';
import { MAX_UPLOAD_BYTES } from '../../../shared/rules/limits.ts';
import { Member, storeBytes } from '../../support/member.ts';
import { createPng } from '../../support/sample-files.ts';

const REEF_TEXT = Buffer.from('A reef at noon.');

const readAllowances = async (member: Member) => (await member.call(contract.account.allowances, {})).body;

async function readAllowance(member: Member, limit: Allowance['limit']): Promise<Allowance> {
  return (await readAllowances(member)).allowances.find((allowance) => allowance.limit === limit)!;
}

const startUpload = (member: Member, fileSize: number) =>
  member.call(contract.files.startMultipart, { fileName: 'reef.txt', fileType: 'text/plain', fileSize });

/** Registers a member who has started four uploads of the maximum size, and has uploaded a small file. */
async function registerNearUploadLimit(): Promise<Member> {
  const member = await Member.register();

  // A new member may upload five files of the maximum size per day. These four never arrive.
  for (let count = 0; count < 4; count += 1) expect((await startUpload(member, MAX_UPLOAD_BYTES)).status).toBe(200);

  await member.upload('reef.txt', 'text/plain', REEF_TEXT);

  return member;
}

describe('GET /account/allowances', () => {
  it('returns the full limits of a new member, and when each starts again', async () => {
    const member = await Member.register();
    const timeBefore = Date.now();

    const { standing, settledAt, allowances } = await readAllowances(member);

    expect(standing).toBe('new');
    // The account is older than `timeBefore`, but only by seconds.
    expect(Date.parse(settledAt)).toBeGreaterThan(timeBefore + (SETTLED_AFTER_DAYS - 0.1) * DAY_MS);

    for (const { limit, allowed, remaining, resetsAt } of allowances) {
      expect([limit, allowed, remaining]).toEqual([limit, allowedAmount(limit, 'new'), allowedAmount(limit, 'new')]);
      if (limit === 'storedBytes') expect(resetsAt).toBeNull();
      else expect(Date.parse(resetsAt!)).toBeGreaterThan(timeBefore);
    }
  });

  it('rejects posts when none remain, but accepts the last post again', async () => {
    const member = await Member.register();
    const lastPost = { content: 'The last', idempotencyKey: randomUUID() };
    const readRemaining = async () => (await readAllowance(member, 'posts')).remaining;

    const { allowed } = await readAllowance(member, 'posts');
    for (let count = 1; count < allowed; count += 1) await member.call(contract.posts.create, { content: 'Ahoy' });

    expect(await readRemaining()).toBe(1);

    expect((await member.call(contract.posts.create, lastPost)).status).toBe(200);
    expect(await readRemaining()).toBe(0);

    const refusal = await member.call(contract.posts.create, { content: 'One too many' });
    expect(refusal).toMatchObject({ status: 429, body: { code: 'LimitReached' } });
    expect(Number(refusal.headers.get('retry-after'))).toBeGreaterThan(0);
    expect(refusal.body.error).toMatch(
      /^You've shared 20 posts today, which is the limit for new members\. You can post again in /,
    );

    // The same idempotency key: this request creates no post.
    expect((await member.call(contract.posts.create, lastPost)).status).toBe(200);
  });

  it('counts the picture of a post as stored until the post is deleted', async () => {
    const member = await Member.register();
    const png = createPng(3000);
    const allowedBytes = allowedAmount('storedBytes', 'new');
    const readRemaining = async () => (await readAllowance(member, 'storedBytes')).remaining;

    // An uploaded picture counts only when a post shows it.
    const upload = await member.prepareUpload(png, { fileType: 'image/png', purpose: 'post' });
    await storeBytes(upload, png);
    expect(await readRemaining()).toBe(allowedBytes);

    const request = { content: 'A reef', imageId: upload.fileId, idempotencyKey: randomUUID() };
    const { post } = (await member.call(contract.posts.create, request)).body;
    expect(await readRemaining()).toBe(allowedBytes - png.length);

    // A repeated request doesn't count the picture twice.
    await member.call(contract.posts.create, request);
    expect(await readRemaining()).toBe(allowedBytes - png.length);

    await member.upload('reef.txt', 'text/plain', REEF_TEXT);
    expect(await readRemaining()).toBe(allowedBytes - png.length - REEF_TEXT.length);

    await member.call(contract.posts.delete, { postId: post.id });
    expect(await readRemaining()).toBe(allowedBytes - REEF_TEXT.length);

    // A repeated deletion doesn't return the bytes twice.
    await member.call(contract.posts.delete, { postId: post.id });
    expect(await readRemaining()).toBe(allowedBytes - REEF_TEXT.length);
  });

  it('counts the size of an upload when it starts, and stored bytes when the file arrives', async () => {
    const member = await registerNearUploadLimit();

    const { allowances } = await readAllowances(member);
    const remainingByLimit = Object.fromEntries(allowances.map(({ limit, remaining }) => [limit, remaining]));

    // Four started uploads and a small file, of the five files of the maximum size per day.
    expect(remainingByLimit).toMatchObject({
      uploads: allowedAmount('uploads', 'new') - 5,
      uploadBytes: MAX_UPLOAD_BYTES - REEF_TEXT.length,
      storedBytes: allowedAmount('storedBytes', 'new') - REEF_TEXT.length,
    });
  });

  it('rejects an upload beyond the size per day, but accepts one that reaches it', async () => {
    const member = await registerNearUploadLimit();

    const refusal = await startUpload(member, MAX_UPLOAD_BYTES);
    expect(refusal).toMatchObject({ status: 429, body: { code: 'LimitReached' } });
    expect(refusal.body.error).toMatch(/^This upload would take today's uploads over 5,000 MB, /);

    expect((await startUpload(member, MAX_UPLOAD_BYTES - REEF_TEXT.length)).status).toBe(200);
  });
});

import { randomUUID } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import type { Allowance } from '../../../shared/contract/account.ts';
import { contract } from '../../../shared/contract/contract.ts';
import { allowedAmount } from '../../../shared/rules/conduct-limits.ts';
import { MAX_UPLOAD_BYTES } from '../../../shared/rules/limits.ts';
import { Member, putUpload } from '../../support/member.ts';
import { createPng } from '../../support/sample-files.ts';

const readAllowances = async (member: Member) => (await member.call(contract.account.allowances, {})).body;

async function readAllowance(member: Member, limit: Allowance['limit']): Promise<Allowance> {
  return (await readAllowances(member)).allowances.find((each) => each.limit === limit)!;
}

describe('GET /account/allowances', () => {
  it('returns the full limits of a new member, and when each starts again', async () => {
    const member = await Member.register();
    const timeBefore = Date.now();
    const { standing, settledAt, allowances } = await readAllowances(member);

    expect(standing).toBe('new');
    expect(Date.parse(settledAt)).toBeGreaterThan(timeBefore + 6.9 * 86_400_000);

    for (const { limit, allowed, remaining, resetsAt } of allowances) {
      expect([limit, allowed, remaining]).toEqual([limit, allowedAmount(limit, 'new'), allowedAmount(limit, 'new')]);
      if (limit === 'storedBytes') expect(resetsAt).toBeNull();
      else expect(Date.parse(resetsAt!)).toBeGreaterThan(timeBefore);
    }
  });

  it('reaches zero with the last accepted post, and a repeated one changes nothing', async () => {
    const member = await Member.register();
    const { allowed } = await readAllowance(member, 'posts');
    const lastPost = { content: 'The last', idempotencyKey: randomUUID() };
    for (let count = 1; count < allowed; count += 1) await member.call(contract.posts.create, { content: 'Ahoy' });

    expect((await readAllowance(member, 'posts')).remaining).toBe(1);
    expect((await member.call(contract.posts.create, lastPost)).status).toBe(200);
    expect((await readAllowance(member, 'posts')).remaining).toBe(0);

    const refusal = await member.call(contract.posts.create, { content: 'One too many' });
    expect(refusal).toMatchObject({ status: 429, body: { code: 'LimitReached' } });
    expect(Number(refusal.headers.get('retry-after'))).toBeGreaterThan(0);
    expect(refusal.body.error).toMatch(
      /^You've shared 20 posts today, which is the limit for new members\. You can post again in /,
    );
    expect((await member.call(contract.posts.create, lastPost)).status).toBe(200);
  });

  it('counts the picture of a post as stored until the post is deleted', async () => {
    const member = await Member.register();
    const png = createPng(3000);
    const remaining = async () => (await readAllowance(member, 'storedBytes')).remaining;
    const upload = await member.prepareUpload(png, { fileType: 'image/png', purpose: 'post' });

    await putUpload(upload, png);
    const allowedBytes = allowedAmount('storedBytes', 'new');
    expect(await remaining()).toBe(allowedBytes);

    const request = { content: 'A reef', imageId: upload.fileId, idempotencyKey: randomUUID() };
    const { post } = (await member.call(contract.posts.create, request)).body;
    expect(await remaining()).toBe(allowedBytes - png.length);

    await member.call(contract.posts.create, request);
    expect(await remaining()).toBe(allowedBytes - png.length);

    const file = Buffer.from('A reef at noon.');
    await member.upload('reef.txt', 'text/plain', file);
    expect(await remaining()).toBe(allowedBytes - png.length - file.length);

    await member.call(contract.posts.delete, { postId: post.id });
    expect(await remaining()).toBe(allowedBytes - file.length);

    await member.call(contract.posts.delete, { postId: post.id });
    expect(await remaining()).toBe(allowedBytes - file.length);
  });

  it('counts an upload by its signed size, and stored bytes when it arrives', async () => {
    const member = await Member.register();
    const upload = { fileName: 'reef.txt', fileType: 'text/plain', fileSize: MAX_UPLOAD_BYTES };

    for (let count = 0; count < 4; count += 1) {
      expect((await member.call(contract.files.startMultipart, upload)).status).toBe(200);
    }

    await member.upload('reef.txt', 'text/plain', Buffer.from('A reef at noon.'));
    const { allowances } = await readAllowances(member);
    const remainingByLimit = Object.fromEntries(allowances.map((each) => [each.limit, each.remaining]));

    expect(remainingByLimit).toMatchObject({
      uploads: allowedAmount('uploads', 'new') - 5,
      uploadBytes: MAX_UPLOAD_BYTES - 15,
      storedBytes: allowedAmount('storedBytes', 'new') - 15,
    });

    const refusal = await member.call(contract.files.startMultipart, upload);
    expect(refusal).toMatchObject({ status: 429, body: { code: 'LimitReached' } });
    expect(refusal.body.error).toMatch(/^This upload would take today's uploads over 5,000 MB, /);
    expect(
      (await member.call(contract.files.startMultipart, { ...upload, fileSize: MAX_UPLOAD_BYTES - 15 })).status,
    ).toBe(200);
  });
});

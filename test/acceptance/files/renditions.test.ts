/** Tests how the site serves renditions: smaller copies of pictures, which the server makes. */
import { describe, expect, inject, it } from 'vitest';
import { contract } from '../../../shared/contract/contract.ts';
import { Member } from '../../support/member.ts';
import { createPng } from '../../support/sample-files.ts';

const { config, unsupported } = inject('target');
const { origin } = new URL(config.apiUrl);

/** Uploads a picture, waits until it is processed, and returns it. */
async function uploadPicture(member: Member) {
  const { key } = await member.upload('reef.png', 'image/png', createPng(20_000));
  const findFile = async () => {
    const { body } = await member.call(contract.files.listOfMember, { userId: member.userId });
    return body.files.find((file) => file.key === key);
  };
  await expect.poll(async () => (await findFile())?.media?.thumbnail).toEqual(expect.any(String));

  return { key, thumbnail: (await findFile())!.media!.thumbnail! };
}

describe.skipIf(unsupported.distribution)('GET /renditions', () => {
  it('serves a thumbnail under its signed URL until the file is deleted', async () => {
    const [owner, viewer] = await Promise.all([Member.register(), Member.register()]);
    const { key, thumbnail } = await uploadPicture(owner);

    // Everyone who has the URL may load the thumbnail, even a viewer who may not list the owner's files.
    const { body } = await viewer.call(contract.files.listOfMember, { userId: owner.userId });
    expect(body.code).toBe('DepthTooLow');

    const response = await fetch(origin + thumbnail);
    expect(response.status).toBe(200);
    expect(Object.fromEntries(response.headers)).toMatchObject({
      'content-type': 'image/webp',
      'cache-control': 'private, max-age=900',
      'x-content-type-options': 'nosniff',
      'content-security-policy': "default-src 'none'; sandbox; frame-ancestors 'none'",
    });

    const thumbnailBytes = Buffer.from(await response.arrayBuffer());
    expect(thumbnailBytes.subarray(8, 12).toString()).toBe('WEBP');

    await owner.call(contract.files.delete, { fileId: key });
    // S3 returns 403 to CloudFront, which may not list the bucket.
    await expect.poll(async () => [403, 404].includes((await fetch(origin + thumbnail)).status)).toBe(true);
  });

  it('refuses every other signature, expiry, and path', async () => {
    const { thumbnail } = await uploadPicture(await Member.register());
    const [path = '', query = ''] = thumbnail.split('?');
    const expires = new URLSearchParams(query).get('expires')!;
    expect(expires).toMatch(/^\d+$/);

    for (const url of [
      path,
      `${path}?expires=${expires}`,
      thumbnail.replace(expires, String(Number(expires) + 900)),
      thumbnail.replace(/.$/, (last) => (last === '0' ? '1' : '0')),
      thumbnail.replace('/320.webp', '/1280.webp'),
      `/media${path}`,
      `/media${thumbnail}`,
    ]) {
      expect((await fetch(origin + url)).status, url).toBe(403);
    }
  });
});

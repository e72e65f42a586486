/** Tests copies of a file from a client that removes no hidden metadata. The server removes it after the upload. */
import { describe, expect, it } from 'vitest';
import { contract } from '../../../shared/contract/contract.ts';
import { computeDepth, toMetres } from '../../../shared/rules/depth.ts';
import { computeChecksum } from '../../../shared/upload/checksum.ts';
import { createJpegSamples } from '../../support/media-corpus/jpeg-samples.ts';
import { Member } from '../../support/member.ts';
import { waitUntilOpen } from '../../support/processed-file.ts';

const jpeg = (await createJpegSamples()).find(({ name }) => name === 'JPEG of a phone')!.bytes;

const computeMetres = (contributedBytes: number) => toMetres(computeDepth({ contributedBytes, purchasedCm: 0 }));
const upload = (member: Member, name: string) => member.upload(name, 'image/jpeg', jpeg);

describe('the same bytes with hidden metadata', () => {
  it('credits nothing for the same bytes after the first file was cleaned', async () => {
    const member = await Member.register();
    const { size, key } = await waitUntilOpen(member, (await upload(member, 'tide.jpg')).key);
    expect(size).toBeLessThan(jpeg.length);

    const checksum = await computeChecksum(new Uint8Array(jpeg));
    expect((await member.call(contract.files.findCopy, { checksum })).body.held).toBe(true);

    const copy = await upload(member, 'wave.jpg');

    expect(copy.creditedBytes).toBe(0);
    expect(await waitUntilOpen(member, copy.key)).toMatchObject({ size, creditedBytes: 0 });
    expect(await member.getDepth()).toBe(computeMetres(size));

    await member.call(contract.files.delete, { fileId: key });
    expect(await member.getDepth()).toBe(0);
  });

  it('credits the same bytes once if they are sent four times before any file is cleaned', async () => {
    const member = await Member.register();

    const uploads = await Promise.all(['a.jpg', 'b.jpg', 'c.jpg', 'd.jpg'].map((name) => upload(member, name)));
    const files = await Promise.all(uploads.map(({ key }) => waitUntilOpen(member, key)));

    const [{ size }] = files as [(typeof files)[0]];
    expect(files.map(({ creditedBytes }) => creditedBytes).sort()).toEqual([0, 0, 0, size]);
    expect(await member.getDepth()).toBe(computeMetres(size));

    const { body } = await member.call(contract.account.depthLog, {});
    const rises = body.entries.filter(({ bytes }) => bytes > 0);

    expect(rises).toHaveLength(1);
  });
});

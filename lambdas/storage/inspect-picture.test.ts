import { randomUUID } from 'node:crypto';
import { ulid } from 'ulid';
import { beforeEach, describe, expect, it } from 'vitest';
import { FakeBucket } from '../../test/support/fake-clients.ts';
import { createJpegSamples } from '../../test/support/media-corpus/jpeg-samples.ts';
import { SECRET } from '../../test/support/media-corpus/media-sample.ts';
import { createPicture } from '../../test/support/media-corpus/pictures.ts';
import { inspectPicture } from './inspect-picture.ts';
import { findObject } from './object-store.ts';

const bucket = new FakeBucket();
const dirty = (await createJpegSamples()).find(({ name }) => name === 'JPEG of a phone')!.bytes;
const clean = await createPicture().png().toBuffer();
const bytesOf = (key: string) => Buffer.from(bucket.objects.get(key)!.bytes);
let key: string;
beforeEach(() => {
  bucket.beforeRequest = () => {};
  key = `posts/${randomUUID()}/${ulid()}/reef`;
});

describe('inspectPicture', () => {
  it('removes hidden metadata, and returns the object as it is stored then', async () => {
    bucket.put(key, dirty, 'image/jpeg');
    const picture = await inspectPicture(key);

    expect(bytesOf(key).includes(SECRET)).toBe(false);
    expect(picture).toEqual({ ...(await findObject(key)), contentType: 'image/jpeg' });
    expect(picture.size).toBeLessThan(dirty.length);
    expect(await inspectPicture(key)).toEqual(picture);
  });

  it('writes nothing if there is none', async () => {
    bucket.put(key, clean, 'image/png');
    bucket.beforeRequest = (command) => expect(command).not.toBe('PutObjectCommand');
    expect(await inspectPicture(key)).toMatchObject({ size: clean.length, contentType: 'image/png' });
  });

  it('inspects the new bytes if a concurrent call replaces them', async () => {
    bucket.put(key, dirty, 'image/jpeg');
    let wasReplaced = false;
    bucket.beforeRequest = (command) => {
      if (command !== 'PutObjectCommand' || wasReplaced) return;
      wasReplaced = true;
      bucket.put(key, clean, 'image/png');
    };

    expect(await inspectPicture(key)).toMatchObject({ size: clean.length, contentType: 'image/png' });
    expect(bytesOf(key)).toEqual(clean);
  });

  it('does not restore a picture that is deleted meanwhile', async () => {
    bucket.put(key, dirty, 'image/jpeg');
    bucket.beforeRequest = (command) => command === 'PutObjectCommand' && bucket.objects.delete(key);
    await expect(inspectPicture(key)).rejects.toMatchObject({ code: 'FileNotStored' });
    expect(bucket.objects.has(key)).toBe(false);
  });
});

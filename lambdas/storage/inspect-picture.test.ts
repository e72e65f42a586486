/**
 * Tests of the inspection of an uploaded picture: it checks the type, and removes hidden metadata, such as the
 * position.
 */
import { randomUUID } from 'node:crypto';
import { ulid } from 'ulid';
import { beforeEach, describe, expect, it } from 'vitest';
import { FakeBucket } from '../../test/support/fake-bucket.ts';
import { createJpegSamples } from '../../test/support/media-corpus/jpeg-samples.ts';
import { SECRET } from '../../test/support/media-corpus/media-sample.ts';
import { createPicture } from '../../test/support/media-corpus/pictures.ts';
import { Throttled } from '../platform/errors.ts';
import { inspectPicture } from './inspect-picture.ts';
import { findObject } from './object-store.ts';

const bucket = new FakeBucket();
/** A picture with hidden metadata. */
const DIRTY = (await createJpegSamples()).find(({ name }) => name === 'JPEG of a phone')!.bytes;
/** Another picture, without hidden metadata. */
const CLEAN = await createPicture().png().toBuffer();
const readBytes = (key: string) => Buffer.from(bucket.objects.get(key)!.bytes);
let key: string;
beforeEach(() => {
  bucket.beforeRequest = () => {};
  key = `posts/${randomUUID()}/${ulid()}/reef`;
});

describe('inspectPicture', () => {
  it('removes hidden metadata, and returns the new object', async () => {
    bucket.put(key, DIRTY, 'image/jpeg');

    const picture = await inspectPicture(key);

    expect(readBytes(key).includes(SECRET)).toBe(false);
    expect(picture).toEqual({ ...(await findObject(key)), contentType: 'image/jpeg' });
    expect(picture.size).toBeLessThan(DIRTY.length);
    expect(await inspectPicture(key)).toEqual(picture);
  });

  it('does not write a picture without hidden metadata', async () => {
    bucket.put(key, CLEAN, 'image/png');
    bucket.beforeRequest = (command) => expect(command).not.toBe('PutObjectCommand');

    expect(await inspectPicture(key)).toMatchObject({ size: CLEAN.length, contentType: 'image/png' });
  });

  it('inspects the new bytes if a concurrent call replaces them', async () => {
    bucket.put(key, DIRTY, 'image/jpeg');
    let wasReplaced = false;
    bucket.beforeRequest = (command) => {
      if (command !== 'PutObjectCommand' || wasReplaced) return;
      wasReplaced = true;
      bucket.put(key, CLEAN, 'image/png');
    };

    expect(await inspectPicture(key)).toMatchObject({ size: CLEAN.length, contentType: 'image/png' });
    expect(readBytes(key)).toEqual(CLEAN);
  });

  it('does not restore a picture that is deleted concurrently', async () => {
    bucket.put(key, DIRTY, 'image/jpeg');
    bucket.beforeRequest = (command) => command === 'PutObjectCommand' && bucket.objects.delete(key);

    await expect(inspectPicture(key)).rejects.toMatchObject({ code: 'FileNotStored' });

    expect(bucket.objects.has(key)).toBe(false);
  });

  it('deletes a rejected picture', async () => {
    bucket.put(key, CLEAN, 'image/jpeg');

    await expect(inspectPicture(key)).rejects.toMatchObject({ code: 'FileTypeMismatch' });

    expect(bucket.objects.has(key)).toBe(false);
  });

  it.each(['HeadObjectCommand', 'GetObjectCommand', 'PutObjectCommand'])(
    'keeps a picture if %s fails with an error that says nothing about its bytes',
    async (failingCommand) => {
      bucket.put(key, DIRTY, 'image/jpeg');
      bucket.beforeRequest = (command) => {
        if (command === failingCommand) throw new Throttled();
      };

      await expect(inspectPicture(key)).rejects.toThrow(Throttled);

      expect(bucket.objects.has(key)).toBe(true);
    },
  );
});

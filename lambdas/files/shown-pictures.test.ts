/** Tests of the bucket's events for pictures of posts, which a presigned URL can store again until it expires. */
import { randomUUID } from 'node:crypto';
import { ulid } from 'ulid';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { FakeBucket } from '../../test/support/fake-bucket.ts';
import { fakeUserPool } from '../../test/support/fake-clients.ts';
import { createPng } from '../../test/support/sample-files.ts';
import { startTable } from '../../test/support/table.ts';
import { createPost } from '../posts/create.ts';
import { deletePost } from '../posts/delete.ts';
import { purgePost } from '../posts/purge-post.ts';
import { parseStorageKey } from '../storage/storage-key.ts';
import { createProfile } from '../table/profile.ts';
import { inspectIfShown } from './shown-pictures.ts';

let stopTable: () => Promise<void>;
let bucket: FakeBucket;

beforeAll(async () => {
  stopTable = await startTable();
  bucket = new FakeBucket();
  fakeUserPool();
});

afterAll(() => stopTable());

/** Stores an object as a presigned PUT does, and delivers the bucket's event. */
async function put(key: string, bytes: Uint8Array | string = createPng(1000)): Promise<void> {
  bucket.put(key, bytes, 'image/png');
  await inspectIfShown(parseStorageKey(key)!);
}

/** Uploads the picture of a new member, without a post. */
async function upload() {
  const userId = randomUUID();
  await createProfile({ userId, email: 'a@fathom.example', username: 'Ada' });
  const key = `posts/${userId}/${ulid()}/reef.png`;
  await put(key);
  return { author: { userId, username: userId, issuedAt: 1 }, key };
}

/** Publishes a new member's post with a picture. Returns the picture's storage key. */
async function publish() {
  const { author, key } = await upload();
  const { post } = await createPost(author, { userId: author.userId, content: 'Ahoy', imageId: key, imageAlt: '' });
  return { author, key, postId: post.id };
}

const purge = (postId: string) => purgePost(postId, () => true);

describe('inspectIfShown', () => {
  it('deletes the picture of a purged post if the same URL stores it again', async () => {
    const { author, key, postId } = await publish();
    await deletePost(author, { postId });
    expect(await purge(postId)).toBe(true);
    expect(bucket.objects.has(key)).toBe(false);

    await put(key);

    expect(bucket.objects.has(key)).toBe(false);
  });

  it('deletes the picture of a post that is being purged', async () => {
    const { author, key, postId } = await publish();
    await deletePost(author, { postId });

    await put(key);

    expect(bucket.objects.has(key)).toBe(false);
    expect(await purge(postId)).toBe(true);
  });

  it('keeps the picture of a visible post, and deletes bytes that it rejects', async () => {
    const { key } = await publish();

    await put(key);
    expect(bucket.objects.has(key)).toBe(true);

    await expect(put(key, 'not a picture')).rejects.toMatchObject({ code: 'FileTypeMismatch' });
    expect(bucket.objects.has(key)).toBe(false);
  });

  it('keeps a picture that no post uses yet', async () => {
    const { key } = await upload();

    expect(bucket.objects.has(key)).toBe(true);
  });
});

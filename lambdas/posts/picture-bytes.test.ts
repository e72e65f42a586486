/** Tests of the bytes of a post's picture, which count as stored by the post's author. */
import { randomUUID } from 'node:crypto';
import { ulid } from 'ulid';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { allowedAmount } from '../../shared/rules/conduct-limits.ts';
import { FakeBucket } from '../../test/support/fake-bucket.ts';
import { fakeUserPool } from '../../test/support/fake-clients.ts';
import { createJpegSamples } from '../../test/support/media-corpus/jpeg-samples.ts';
import { createPng } from '../../test/support/sample-files.ts';
import { startTable } from '../../test/support/table.ts';
import { beforeNext, countCalls } from '../../test/support/table-calls.ts';
import { changeDepth } from '../table/change-depth.ts';
import { table } from '../table/client.ts';
import { hideAccount } from '../table/pending-purge.ts';
import { getPost, storePost } from '../table/post.ts';
import { createProfile, getProfile } from '../table/profile.ts';
import { unseal } from '../table/sealed.ts';
import { createPost } from './create.ts';
import { deletePost } from './delete.ts';

/** A picture of 1,000 bytes or more. */
const PNG = createPng(1000);
/** Maximum number of bytes that a new member may store. */
const MAX_STORED_BYTES = allowedAmount('storedBytes', 'new');

let stopTable: () => Promise<void>;
let bucket: FakeBucket;

beforeAll(async () => {
  stopTable = await startTable();
  bucket = new FakeBucket();
  fakeUserPool();
});

afterAll(() => stopTable());

/** Creates a member who stores this many bytes already. */
async function createMember(storedBytes = 0) {
  const userId = randomUUID();
  await createProfile({ userId, email: 'a@fathom.example', username: 'Ada' });
  await changeDepth({ userId, source: 'test', sourceId: '1', bytes: 0, purchasedCm: 0, storedBytes });
  return { userId, username: userId, issuedAt: 1 };
}

type Member = Awaited<ReturnType<typeof createMember>>;

/** Uploads a picture. Returns its storage key. */
function upload({ userId }: Member, bytes = PNG, contentType = 'image/png'): string {
  const key = `posts/${userId}/${ulid()}/reef.png`;
  bucket.put(key, bytes, contentType);
  return key;
}

/** Publishes a post, with a picture if `input` has its storage key. */
const publish = (author: Member, input: { imageId?: string; idempotencyKey?: string; content?: string }) =>
  createPost(author, { userId: author.userId, content: 'Ahoy', imageAlt: '', ...input });

const remove = (author: Member, postId: string) => deletePost(author, { postId });

async function readStoredBytes({ userId }: Member): Promise<number | undefined> {
  return unseal(await getProfile(userId, { consistent: true }))?.storedBytes;
}

describe('createPost', () => {
  it('rejects and deletes a picture that would fill the memory of browsers', async () => {
    const author = await createMember();
    const picture = Buffer.from(PNG);
    // The width and the height: 144 megapixels.
    picture.writeUInt32BE(12_000, 16);
    picture.writeUInt32BE(12_000, 20);
    const imageId = upload(author, picture);

    await expect(publish(author, { imageId })).rejects.toMatchObject({
      code: 'FileTooLarge',
      params: { item: 'pixels', limitMegapixels: 30 },
    });
    await expect(publish(author, { imageId })).rejects.toMatchObject({ code: 'FileNotStored' });
  });

  it('counts the picture, and stores its size in the post', async () => {
    const author = await createMember();

    const { post } = await publish(author, { imageId: upload(author) });

    expect(await readStoredBytes(author)).toBe(PNG.length);
    expect(unseal(await getPost(post.id))?.image?.size).toBe(PNG.length);
  });

  it('counts the bytes that remain after hidden metadata was removed', async () => {
    const author = await createMember();
    const dirtyPicture = (await createJpegSamples()).find(({ name }) => name === 'JPEG of a phone')!.bytes;
    const imageId = upload(author, Buffer.from(dirtyPicture), 'image/jpeg');

    await publish(author, { imageId });

    const cleanSize = bucket.objects.get(imageId)!.bytes.length;
    expect(cleanSize).toBeLessThan(dirtyPicture.length);
    expect(await readStoredBytes(author)).toBe(cleanSize);
  });

  it('refuses a picture that exceeds what the author may store, and stores nothing', async () => {
    const author = await createMember(MAX_STORED_BYTES - PNG.length + 1);
    const imageId = upload(author);

    await expect(publish(author, { imageId })).rejects.toMatchObject({
      code: 'LimitReached',
      limit: 'storedBytes',
      retryAfterSeconds: expect.any(Number),
      message: expect.stringMatching(/^This upload would take your stored files and pictures over 20,000 MB, /),
    });

    expect(await readStoredBytes(author)).toBe(MAX_STORED_BYTES - PNG.length + 1);
    expect(unseal(await getPost(imageId.split('/')[2]!))).toBeUndefined();
  });

  it('accepts a picture that reaches the limit exactly, and later posts without a picture', async () => {
    const author = await createMember(MAX_STORED_BYTES - PNG.length);

    await publish(author, { imageId: upload(author) });
    expect(await readStoredBytes(author)).toBe(MAX_STORED_BYTES);

    await publish(author, {});
  });

  it('counts a repeated request once, and never refuses it after it was counted', async () => {
    const author = await createMember(MAX_STORED_BYTES - PNG.length);
    const request = { imageId: upload(author), idempotencyKey: randomUUID() };

    const { post } = await publish(author, request);
    const responses = await Promise.all([publish(author, request), publish(author, request)]);

    expect(responses.map((response) => response.post.id)).toEqual([post.id, post.id]);
    expect(await readStoredBytes(author)).toBe(MAX_STORED_BYTES);
  });

  it('publishes one of several pictures that arrive concurrently if only one fits', async () => {
    const author = await createMember(MAX_STORED_BYTES - PNG.length);
    const keys = [upload(author), upload(author), upload(author)];

    const results = await Promise.allSettled(keys.map((imageId) => publish(author, { imageId })));

    const errors = results.flatMap((result) => (result.status === 'rejected' ? [result.reason] : []));
    expect(errors).toMatchObject(Array(2).fill({ code: 'LimitReached', limit: 'storedBytes' }));
    expect(await readStoredBytes(author)).toBe(MAX_STORED_BYTES);
  });

  it('names the limit of posts in the error if the author has reached it', async () => {
    const author = await createMember();
    for (let count = 0; count < allowedAmount('posts', 'new'); count++) await publish(author, {});

    await expect(publish(author, { imageId: upload(author) })).rejects.toMatchObject({ limit: 'posts' });
    expect(await readStoredBytes(author)).toBe(0);
  });

  it('stores no post if the account is deleted at the same time', async () => {
    const author = await createMember();
    const imageId = upload(author);
    beforeNext(table, 'TransactWriteItemsCommand', () => hideAccount(author.userId));

    await expect(publish(author, { imageId })).rejects.toMatchObject({ code: 'Unauthenticated' });
    expect(unseal(await getPost(imageId.split('/')[2]!))).toBeUndefined();
  });

  it('leaves the stored bytes as they are for a post without a picture', async () => {
    const author = await createMember(5);
    const { post } = await publish(author, {});

    await remove(author, post.id);

    expect(await readStoredBytes(author)).toBe(5);
  });
});

describe('deletePost', () => {
  it('subtracts the picture once, in the request that hides the post', async () => {
    const otherBytes = 10 * PNG.length;
    const author = await createMember(otherBytes);
    const { post } = await publish(author, { imageId: upload(author) });

    const calls = await countCalls(table, () => remove(author, post.id));
    await Promise.all([remove(author, post.id), remove(author, post.id)]);

    expect(calls).toEqual({ GetItemCommand: 2, TransactWriteItemsCommand: 1 });
    expect(await readStoredBytes(author)).toBe(otherBytes);
  });

  it('subtracts nothing for a picture of an earlier version, which was never counted', async () => {
    const author = await createMember(5);
    const postId = ulid();
    // An earlier version didn't store the picture's size.
    const image = { key: `posts/${author.userId}/${postId}/reef.png`, contentType: 'image/png', alt: '' };
    const createdAt = new Date().toISOString();
    const counts = { likeCount: 0, commentCount: 0 };
    await storePost({ postId, userId: author.userId, content: 'Ahoy', image, createdAt, depth: 0, ...counts });

    await remove(author, postId);

    expect(await readStoredBytes(author)).toBe(5);
    expect(unseal(await getPost(postId))).toHaveProperty('deletedAt');
  });

  it("subtracts nothing for another member's post", async () => {
    const author = await createMember();
    const stranger = await createMember(PNG.length);
    const { post } = await publish(author, { imageId: upload(author) });

    await expect(remove(stranger, post.id)).rejects.toMatchObject({ code: 'NotYou' });
    expect(await readStoredBytes(author)).toBe(PNG.length);
    expect(await readStoredBytes(stranger)).toBe(PNG.length);
  });

  it('hides the post even if the account is deleted at the same time', async () => {
    const author = await createMember();
    const { post } = await publish(author, { imageId: upload(author) });
    beforeNext(table, 'TransactWriteItemsCommand', () => hideAccount(author.userId));

    await remove(author, post.id);

    expect(unseal(await getPost(post.id))).toHaveProperty('deletedAt');
  });
});

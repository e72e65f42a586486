/** Tests of repeated requests that create a post with a picture. */
import { randomUUID } from 'node:crypto';
import { ulid } from 'ulid';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { FakeBucket } from '../../test/support/fake-bucket.ts';
import { createPng } from '../../test/support/sample-files.ts';
import { startTable } from '../../test/support/table.ts';
import { createProfile } from '../table/profile.ts';
import { createPost } from './create.ts';

let stopTable: () => Promise<void>;
let bucket: FakeBucket;

beforeAll(async () => {
  stopTable = await startTable();
  bucket = new FakeBucket();
});

afterAll(() => stopTable());

/** Creates a member who has uploaded a picture. Returns the member, and a request that publishes the picture. */
async function createAuthorWithPicture() {
  const userId = randomUUID();
  await createProfile({ userId, email: 'a@fathom.example', username: 'Ada' });
  const imageId = `posts/${userId}/${ulid()}/reef.png`;
  bucket.put(imageId, createPng(1000), 'image/png');

  const author = { userId, username: userId, issuedAt: 1 };
  return { author, request: { userId, content: 'Ahoy', imageId, imageAlt: 'A reef' } };
}

describe('createPost', () => {
  it.each([
    ['the same idempotency key', randomUUID()],
    ['the same picture', undefined],
  ])('refuses another description of the picture with %s, so that the new text is not lost', async (_case, key) => {
    const { author, request } = await createAuthorWithPicture();
    const firstRequest = { ...request, idempotencyKey: key };
    const { post } = await createPost(author, firstRequest);

    const changedRequest = { ...firstRequest, imageAlt: 'A reef at night' };
    await expect(createPost(author, changedRequest)).rejects.toMatchObject({ code: 'Conflict' });

    const repeatedResponse = await createPost(author, firstRequest);
    expect(repeatedResponse.post).toMatchObject({ id: post.id, imageAlt: 'A reef' });
  });

  it('ignores the description in a repeated request for a post without a picture', async () => {
    const { author, request } = await createAuthorWithPicture();
    const { imageId, ...textOnly } = { ...request, idempotencyKey: randomUUID() };
    const { post } = await createPost(author, textOnly);

    const repeatedResponse = await createPost(author, { ...textOnly, imageAlt: 'No picture' });

    expect(repeatedResponse.post.id).toBe(post.id);
  });
});

/**
 * Tests of pictures of posts: who can see one, and which uploads a post may use. See
 * docs/product.md#posts-and-comments.
 */
import { describe, expect, inject, it } from 'vitest';
import { contract } from '../../../shared/contract/contract.ts';
import type { Request } from '../../../shared/contract/endpoint.ts';
import { MAX_PICTURE_BYTES } from '../../../shared/rules/limits.ts';
import { runConcurrently } from '../../support/concurrent-members.ts';
import { Member, storeBytes } from '../../support/member.ts';
import { createPng } from '../../support/sample-files.ts';

type UploadRequest = Request<typeof contract.files.upload>;

const { unsupported } = inject('target');
const [author, otherMember] = await Promise.all([Member.register('Ada'), Member.register('Ben')]);

const png = createPng(3000);
const HTML = Buffer.from('<!doctype html><html><body><script>alert(1)</script></body></html>');

/** Returns a PNG of exactly this many bytes. */
const createPngOfSize = (bytes: number) => Buffer.concat([png, Buffer.alloc(bytes - png.length)]);

const requestUpload = (member: Member, request: Partial<UploadRequest> = {}) =>
  member.requestUpload(png, { purpose: 'post', ...request });

/** Uploads a picture for a post. Returns its `imageId`. */
async function uploadPicture(member: Member, bytes: Buffer = png, fileType = 'image/png'): Promise<string> {
  const upload = await member.prepareUpload(bytes, { fileType, purpose: 'post' });
  await storeBytes(upload, bytes);
  return upload.fileId;
}

const publish = (member: Member, imageId: string, content = 'Look what I saw', imageAlt?: string) =>
  member.call(contract.posts.create, { content, imageId, ...(imageAlt !== undefined && { imageAlt }) });

async function expectRefusal(imageId: string, status: number, code: string): Promise<void> {
  const response = await publish(author, imageId);
  expect([response.status, response.body.code]).toEqual([status, code]);
}

const listOwnPosts = async (member: Member) =>
  (await member.call(contract.posts.listOfMember, { userId: member.userId, limit: 50 })).body.posts;

describe('POST /posts with a picture', () => {
  it('returns a picture URL and description to every viewer of the post', async () => {
    const imageId = await uploadPicture(author);
    const { status, body } = await publish(author, imageId, 'A reef', '  A reef,\r\nat noon ');

    expect(status).toBe(200);
    expect(body.post.imageAlt).toBe('A reef,\nat noon');

    const { body: postList } = await otherMember.call(contract.posts.listOfMember, { userId: author.userId });
    for (const url of [body.post.imageUrl, postList.posts[0]?.imageUrl]) {
      const picture = await fetch(url!);
      expect([picture.status, picture.headers.get('content-type')]).toEqual([200, 'image/png']);
      expect(picture.headers.get('content-disposition')).toMatch(/^inline/);
      expect(Buffer.from(await picture.arrayBuffer()).equals(png)).toBe(true);
    }
  });

  it("reveals the name of the uploaded file in neither the picture's ID nor its URL", async () => {
    const upload = await author.prepareUpload(png, { fileName: 'with Ben in Kona.png', purpose: 'post' });
    await storeBytes(upload, png);
    const { body } = await publish(author, upload.fileId);

    for (const text of [upload.fileId, body.post.imageUrl!]) expect(decodeURIComponent(text)).not.toContain('Ben');
  });

  it.skipIf(unsupported.privateBucket)('returns 403 for the picture without a signature', async () => {
    const { body } = await publish(author, await uploadPicture(author));
    expect((await fetch(body.post.imageUrl!.split('?')[0]!)).status).toBe(403);
  });

  it("neither raises the author's depth nor lists the picture as a file", async () => {
    const member = await Member.register();
    await publish(member, await uploadPicture(member));
    expect(await member.getDepth()).toBe(0);

    const { body } = await member.call(contract.files.listOfMember, { userId: member.userId });
    expect(body.files).toEqual([]);
  });

  it('accepts a picture of exactly 5,242,880 bytes', async () => {
    const { status, body } = await publish(author, await uploadPicture(author, createPngOfSize(MAX_PICTURE_BYTES)));
    expect(status).toBe(200);

    // The stored picture ends with the chunk IEND: the server has removed the bytes after it.
    const storedBytes = Buffer.from(await (await fetch(body.post.imageUrl!)).arrayBuffer());
    expect(storedBytes.subarray(-8, -4).toString()).toBe('IEND');
    expect(storedBytes.length).toBeLessThan(MAX_PICTURE_BYTES);
  });

  it('ignores a description without a picture', async () => {
    const { body } = await author.call(contract.posts.create, { content: 'Words only', imageAlt: 'What is not there' });
    expect(body.post).toMatchObject({ imageUrl: null, imageAlt: '' });
  });
});

describe('picture of a post', () => {
  it('returns 403 for the upload of another member, who can still use it', async () => {
    const imageId = await uploadPicture(otherMember);
    await expectRefusal(imageId, 403, 'NotYou');
    expect((await publish(otherMember, imageId)).status).toBe(200);
  });

  it('returns 404 for a picture that was never uploaded', async () => {
    const { body } = await requestUpload(author);
    await expectRefusal(body.fileId, 404, 'FileNotStored');
  });

  it('returns 404 for a file that was uploaded for another purpose', async () => {
    await expectRefusal(await author.storeFile('reef.png', 'image/png', png), 404, 'FileNotStored');

    const profilePicture = await author.prepareUpload(png, { purpose: 'avatar' });
    await storeBytes(profilePicture, png);

    await expectRefusal(profilePicture.fileId, 404, 'FileNotStored');
  });

  it.each([
    [''],
    ['nonsense'],
    ['https://example.com/reef.png'],
    ['posts/../files/reef.png'],
    [`posts/${author.userId}/01KAHQ3V7V8Z5T0F4M2S6R9XYZ/none.png`],
    [`posts/${author.userId}/01KAHQ3V7V8Z5T0F4M2S6R9XYZ/..`],
    [`posts/${author.userId}/01KAHQ3V7V8Z5T0F4M2S6R9XYZ/a\u0000b.png`],
    [`posts/${author.userId}/01KAHQ3V7V8Z5T0F4M2S6R9XYZ/${'🐋'.repeat(400)}`],
  ])('returns 404 if nothing is stored under the ID "%s"', async (imageId) => {
    await expectRefusal(imageId, 404, 'FileNotStored');
  });

  it('rejects and deletes a picture that is HTML declared as PNG', async () => {
    const imageId = await uploadPicture(author, HTML);
    await expectRefusal(imageId, 422, 'FileTypeMismatch');
    await expectRefusal(imageId, 404, 'FileNotStored');
  });

  it('rejects and deletes a picture whose format differs from the declared type', async () => {
    const imageId = await uploadPicture(author, png, 'image/webp');
    await expectRefusal(imageId, 422, 'FileTypeMismatch');
    await expectRefusal(imageId, 404, 'FileNotStored');
  });

  it('rejects a picture before the upload if it declares 5,242,881 bytes', async () => {
    const { status, body } = await requestUpload(author, { fileSize: MAX_PICTURE_BYTES + 1 });
    expect([status, body.code, body.error]).toEqual([400, 'FileTooLarge', 'Image size must be less than 5MB']);
    expect((await requestUpload(author, { fileSize: MAX_PICTURE_BYTES })).status).toBe(200);
  });

  it.each(['image/svg+xml', 'image/bmp', 'image/heic', 'text/html', 'text/plain', 'application/pdf', 'video/mp4'])(
    'rejects a picture before the upload if its type is %s',
    async (fileType) => {
      const { status, body } = await requestUpload(author, { fileName: 'reef', fileType });
      expect([status, body.code]).toEqual([415, 'FileTypeNotAllowed']);
    },
  );

  it.each(['image/jpeg', 'image/gif', 'image/webp'])('accepts a picture of type %s', async (fileType) => {
    expect((await requestUpload(author, { fileName: 'reef', fileType })).status).toBe(200);
  });

  it('creates one post for repeated requests, and returns 409 for other text', async () => {
    const member = await Member.register();
    const imageId = await uploadPicture(member);
    const responses = await runConcurrently(8, () => publish(member, imageId));

    expect(responses.map(({ status }) => status)).toEqual(Array(8).fill(200));
    expect(new Set(responses.map(({ body }) => body.post.id)).size).toBe(1);

    const otherResponse = await publish(member, imageId, 'Other words');
    expect([otherResponse.status, otherResponse.body.code]).toEqual([409, 'Conflict']);

    const posts = await listOwnPosts(member);
    expect(posts.map(({ content }) => content)).toEqual(['Look what I saw']);
    expect((await fetch(posts[0]!.imageUrl!)).status).toBe(200);
  });

  it('refuses a picture whose post was deleted', async () => {
    const member = await Member.register();
    const imageId = await uploadPicture(member);
    const { body } = await publish(member, imageId);

    await member.call(contract.posts.delete, { postId: body.post.id });
    const repeatedResponse = await publish(member, imageId);

    // 409 until the purge job has deleted the picture, then 404.
    expect([409, 404]).toContain(repeatedResponse.status);
    expect(await listOwnPosts(member)).toEqual([]);
  });
});

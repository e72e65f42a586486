import { describe, expect, inject, it } from 'vitest';
import { contract } from '../../../shared/contract/contract.ts';
import type { Request } from '../../../shared/contract/endpoint.ts';
import { MAX_PHOTO_BYTES } from '../../../shared/depth/limits.ts';
import { atOnce } from '../../support/crowd.ts';
import { Member, putBytes } from '../../support/member.ts';
import { pngOf } from '../../support/sample-files.ts';

type UploadRequest = Request<typeof contract.files.upload>;

const { lacks } = inject('target');
const [ada, ben] = await Promise.all([Member.register('Ada'), Member.register('Ben')]);

const png = pngOf(3000);
const HTML = Buffer.from('<!doctype html><html><body><script>alert(1)</script></body></html>');

/** A PNG picture of exactly so many bytes. */
const pngOfExactly = (bytes: number) => Buffer.concat([png, Buffer.alloc(bytes - png.length)]);

const ask = (member: Member, request: Partial<UploadRequest> = {}) =>
  member.call(contract.files.upload, { fileName: 'reef.png', fileType: 'image/png', purpose: 'post', ...request });

/** Uploads a picture for a post, without telling its size before; answers its id. */
async function uploadPicture(member: Member, bytes: Buffer = png, fileType = 'image/png'): Promise<string> {
  const { body } = await ask(member, { fileType });
  const put = await putBytes(body.presignedUrl, fileType, bytes);
  expect(put.status, await put.text()).toBe(200);
  return body.fileId;
}

const publish = (member: Member, imageId: string, content = 'Look what I saw', imageAlt?: string) =>
  member.call(contract.posts.create, { content, imageId, ...(imageAlt !== undefined && { imageAlt }) });

async function expectRefusal(imageId: string, status: number, code: string): Promise<void> {
  const answer = await publish(ada, imageId);
  expect([answer.status, answer.body.code]).toEqual([status, code]);
}

const postsOf = async (member: Member) =>
  (await member.call(contract.posts.listOfMember, { userId: member.userId, limit: 50 })).body.posts;

describe('a post with a picture', () => {
  it('shows it to whoever sees the post, by a URL that serves its bytes', async () => {
    const imageId = await uploadPicture(ada);
    const { status, body } = await publish(ada, imageId, 'A reef', '  A reef,\r\nat noon ');
    expect(status).toBe(200);
    expect(body.post.imageAlt).toBe('A reef,\nat noon');
    const { body: seen } = await ben.call(contract.posts.listOfMember, { userId: ada.userId });
    for (const url of [body.post.imageUrl, seen.posts[0]?.imageUrl]) {
      const picture = await fetch(url!);
      expect([picture.status, picture.headers.get('content-type')]).toEqual([200, 'image/png']);
      expect(picture.headers.get('content-disposition')).toMatch(/^inline/);
      expect(Buffer.from(await picture.arrayBuffer()).equals(png)).toBe(true);
    }
  });

  it.skipIf(lacks.privateBucket)('keeps it from whoever has no signed URL', async () => {
    const { body } = await publish(ada, await uploadPicture(ada));
    expect((await fetch(body.post.imageUrl!.split('?')[0]!)).status).toBe(403);
  });

  it('lifts nobody by it, and lists it among no files', async () => {
    const member = await Member.register();
    await publish(member, await uploadPicture(member));
    expect(await member.depth()).toBe(0);
    const { body } = await member.call(contract.files.listOfMember, { userId: member.userId });
    expect(body.files).toEqual([]);
  });

  it('may have a picture of exactly 5,242,880 bytes', async () => {
    const { status, body } = await publish(ada, await uploadPicture(ada, pngOfExactly(MAX_PHOTO_BYTES)));
    expect(status).toBe(200);
    expect(Number((await fetch(body.post.imageUrl!)).headers.get('content-length'))).toBe(MAX_PHOTO_BYTES);
  });

  it('has no description without a picture', async () => {
    const { body } = await ada.call(contract.posts.create, { content: 'Words only', imageAlt: 'What is not there' });
    expect(body.post).toMatchObject({ imageUrl: null, imageAlt: '' });
  });
});

describe('the picture of a post', () => {
  it("is refused when somebody else has uploaded it, and stays that somebody's", async () => {
    const imageId = await uploadPicture(ben);
    await expectRefusal(imageId, 403, 'NotYou');
    expect((await publish(ben, imageId)).status).toBe(200);
  });

  it('is refused when it was never uploaded', async () => {
    const { body } = await ask(ada);
    await expectRefusal(body.fileId, 404, 'FileNotStored');
  });

  it('is refused when it was uploaded for something else', async () => {
    await expectRefusal(await ada.store('reef.png', 'image/png', png), 404, 'FileNotStored');
    const avatar = await ask(ada, { purpose: 'avatar' });
    await putBytes(avatar.body.presignedUrl, 'image/png', png);
    await expectRefusal(avatar.body.fileId, 404, 'FileNotStored');
  });

  it.each([
    [''],
    ['nonsense'],
    ['https://example.com/reef.png'],
    ['posts/../files/reef.png'],
    [`posts/${ada.userId}/01KAHQ3V7V8Z5T0F4M2S6R9XYZ/none.png`],
    [`posts/${ada.userId}/01KAHQ3V7V8Z5T0F4M2S6R9XYZ/..`],
    [`posts/${ada.userId}/01KAHQ3V7V8Z5T0F4M2S6R9XYZ/a\u0000b.png`],
    [`posts/${ada.userId}/01KAHQ3V7V8Z5T0F4M2S6R9XYZ/\ud800.png`],
    [`posts/${ada.userId}/01KAHQ3V7V8Z5T0F4M2S6R9XYZ/${'🐋'.repeat(400)}`],
  ])('is refused when nothing is stored under its id: "%s"', async (imageId) => {
    await expectRefusal(imageId, 404, 'FileNotStored');
  });

  it('is refused, and deleted, when it is HTML under the name of a PNG', async () => {
    const imageId = await uploadPicture(ada, HTML);
    await expectRefusal(imageId, 422, 'FileTypeMismatch');
    await expectRefusal(imageId, 404, 'FileNotStored');
  });

  it('is refused, and deleted, when it is another kind of picture than it says', async () => {
    const imageId = await uploadPicture(ada, png, 'image/webp');
    await expectRefusal(imageId, 422, 'FileTypeMismatch');
    await expectRefusal(imageId, 404, 'FileNotStored');
  });

  it('is refused, and deleted, when it is empty', async () => {
    const imageId = await uploadPicture(ada, Buffer.alloc(0));
    await expectRefusal(imageId, 400, 'EmptyFile');
    await expectRefusal(imageId, 404, 'FileNotStored');
  });

  it('is refused, and deleted, when it has 5,242,881 bytes', async () => {
    const imageId = await uploadPicture(ada, pngOfExactly(MAX_PHOTO_BYTES + 1));
    const { status, body } = await publish(ada, imageId);
    expect([status, body.code, body.error]).toEqual([400, 'FileTooLarge', 'Image size must be less than 5MB']);
    await expectRefusal(imageId, 404, 'FileNotStored');
  });

  it('is refused before it is sent, when it announces 5,242,881 bytes', async () => {
    const { status, body } = await ask(ada, { fileSize: MAX_PHOTO_BYTES + 1 });
    expect([status, body.code, body.error]).toEqual([400, 'FileTooLarge', 'Image size must be less than 5MB']);
    expect((await ask(ada, { fileSize: MAX_PHOTO_BYTES })).status).toBe(200);
  });

  it.each(['image/svg+xml', 'image/bmp', 'image/heic', 'text/html', 'text/plain', 'application/pdf', 'video/mp4'])(
    'is refused before it is sent, when it is of type %s',
    async (fileType) => {
      const { status, body } = await ask(ada, { fileName: 'reef', fileType });
      expect([status, body.code]).toEqual([415, 'FileTypeNotAllowed']);
    },
  );

  it.each(['image/jpeg', 'image/gif', 'image/webp'])('may be of type %s', async (fileType) => {
    expect((await ask(ada, { fileName: 'reef', fileType })).status).toBe(200);
  });

  it('makes one post: the same words again give the same post, other words are refused', async () => {
    const member = await Member.register();
    const imageId = await uploadPicture(member);
    const answers = await atOnce(8, () => publish(member, imageId));
    expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 200));
    expect(new Set(answers.map(({ body }) => body.post.id)).size).toBe(1);
    const other = await publish(member, imageId, 'Other words');
    expect([other.status, other.body.code]).toEqual([409, 'Conflict']);
    const posts = await postsOf(member);
    expect(posts.map(({ content }) => content)).toEqual(['Look what I saw']);
    expect((await fetch(posts[0]!.imageUrl!)).status).toBe(200);
  });

  it('does not come back with a post that was deleted', async () => {
    const member = await Member.register();
    const imageId = await uploadPicture(member);
    const { body } = await publish(member, imageId);
    await member.call(contract.posts.delete, { postId: body.post.id });
    const again = await publish(member, imageId);
    // While the job removes the post it is known; afterwards there is no picture.
    expect([409, 404]).toContain(again.status);
    expect(await postsOf(member)).toEqual([]);
  });
});

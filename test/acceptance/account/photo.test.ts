import { describe, expect, it } from 'vitest';
import { contract } from '../../../shared/contract/contract.ts';
import { MAX_PHOTO_BYTES } from '../../../shared/depth/limits.ts';
import { Member, putBytes } from '../../support/member.ts';
import { pngOf } from '../../support/sample-files.ts';

const { updatePhoto, me } = contract.account;

const marina = await Member.register();
const theo = await Member.register();
await theo.depth();

/** A picture of exactly so many bytes. */
const png = (size: number) => Buffer.concat([pngOf(100), Buffer.alloc(size)]).subarray(0, size);

/** Uploads a profile photo, and answers where it is served; it is not in use yet. */
async function uploadPhoto(
  member: Member,
  bytes: Uint8Array,
  fileType = 'image/png',
): Promise<{ fileId: string; publicUrl: string }> {
  const { body } = await member.call(contract.files.upload, { fileName: 'me.png', fileType, isProfilePhoto: true });
  const put = await putBytes(body.presignedUrl, fileType, bytes);
  expect(put.status).toBe(200);
  return { fileId: body.fileId, publicUrl: body.publicUrl! };
}

describe('PUT /profile/update-photo', () => {
  it('shows the picture to everybody, and lifts nobody', async () => {
    const { publicUrl: photoUrl } = await uploadPhoto(marina, png(2000));
    const { body } = await marina.call(updatePhoto, { userId: marina.userId, photoUrl });
    expect(body.profile).toMatchObject({ profilePicture: photoUrl, depth: 0, contributedMB: 0 });
    const card = await theo.call(contract.users.get, { userId: marina.userId });
    expect(card.body.user.profilePicture).toBe(photoUrl);
  });

  it('may be repeated, by many at once', async () => {
    const { publicUrl: photoUrl } = await uploadPhoto(marina, png(2000));
    const answers = await Promise.all(Array.from({ length: 10 }, () => marina.call(updatePhoto, { photoUrl })));
    expect(answers.map(({ status }) => status)).toEqual(Array(10).fill(200));
    // The picture in use is still there: taking it into use again inspects it anew.
    expect((await marina.call(updatePhoto, { photoUrl })).status).toBe(200);
  });

  it('deletes the picture before', async () => {
    const first = await uploadPhoto(marina, png(1000));
    await marina.call(updatePhoto, { photoUrl: first.publicUrl });
    const second = await uploadPhoto(marina, png(1500));
    await marina.call(updatePhoto, { photoUrl: second.publicUrl });
    const again = await marina.call(updatePhoto, { photoUrl: first.publicUrl });
    expect([again.status, again.body.code]).toEqual([404, 'FileNotStored']);
    expect((await marina.call(me, {})).body.profile.profilePicture).toBe(second.publicUrl);
  });

  it('takes the picture away when asked for none', async () => {
    const { publicUrl } = await uploadPhoto(theo, png(1000));
    await theo.call(updatePhoto, { photoUrl: publicUrl });
    const { body } = await theo.call(updatePhoto, { photoUrl: '' });
    expect(body.profile.profilePicture).toBe('');
    expect((await theo.call(updatePhoto, { photoUrl: publicUrl })).body.code).toBe('FileNotStored');
  });

  it.each([
    ['of more than 5 MB', png(MAX_PHOTO_BYTES + 1), 400, 'FileTooLarge', 'Image size must be less than 5MB'],
    ['that is a page', Buffer.from('<!doctype html><script>alert(1)</script>'), 422, 'FileTypeMismatch', /image\/png/],
    ['that is an SVG', Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>'), 422, 'FileTypeMismatch', /image\/png/],
    ['that is empty', new Uint8Array(), 400, 'EmptyFile', /empty/],
  ])('refuses a picture %s, deletes it, and keeps the one before', async (_, bytes, status, code, sentence) => {
    const ida = await Member.register();
    const good = await uploadPhoto(ida, png(1000));
    await ida.call(updatePhoto, { photoUrl: good.publicUrl });
    const bad = await uploadPhoto(ida, bytes);
    const { status: answered, body } = await ida.call(updatePhoto, { photoUrl: bad.publicUrl });
    expect([answered, body.code]).toEqual([status, code]);
    expect(body.error).toMatch(sentence);
    expect((await ida.call(updatePhoto, { photoUrl: bad.publicUrl })).body.code).toBe('FileNotStored');
    expect((await ida.call(me, {})).body.profile.profilePicture).toBe(good.publicUrl);
  });

  it('takes exactly 5 MB', async () => {
    const { publicUrl: photoUrl } = await uploadPhoto(theo, png(MAX_PHOTO_BYTES));
    expect((await theo.call(updatePhoto, { photoUrl })).status).toBe(200);
  });

  it("refuses somebody else's picture", async () => {
    const { publicUrl: photoUrl } = await uploadPhoto(marina, png(1000));
    const { status, body } = await theo.call(updatePhoto, { photoUrl });
    expect([status, body.code]).toEqual([403, 'NotYou']);
    expect(body.error).toBe('You can only update your own profile picture');
  });

  it.each([
    ['another site', 'https://elsewhere.example/me.png'],
    ['a script', 'javascript:alert(1)'],
    ['a file', '/media/files/x/01KB0000000000000000000000/a.png'],
    ['a path out of its folder', '/media/avatars/../files/a.png'],
    ['an address that cannot be decoded', '/media/avatars/%E0%A4%A'],
  ])('refuses the address of %s', async (_, photoUrl) => {
    const { status, body } = await theo.call(updatePhoto, { photoUrl });
    expect([status, body.code]).toEqual([400, 'InvalidInput']);
  });

  it('refuses a picture that was never uploaded', async () => {
    const upload = { fileName: 'me.png', fileType: 'image/png', isProfilePhoto: true };
    const { body } = await theo.call(contract.files.upload, upload);
    const answer = await theo.call(updatePhoto, { photoUrl: body.publicUrl! });
    expect([answer.status, answer.body.code]).toEqual([404, 'FileNotStored']);
  });

  it('refuses SVG before anything is sent', async () => {
    const upload = { fileName: 'me.svg', fileType: 'image/svg+xml', isProfilePhoto: true };
    const { status, body } = await theo.call(contract.files.upload, upload);
    expect([status, body.code, body.error]).toEqual([415, 'FileTypeNotAllowed', 'Please upload an image file']);
  });
});

import { describe, expect, it } from 'vitest';
import { contract } from '../../../shared/contract/contract.ts';
import { MAX_PHOTO_BYTES } from '../../../shared/depth/limits.ts';
import { Member, putBytes } from '../../support/member.ts';
import { createPng } from '../../support/sample-files.ts';

const { updatePhoto, me } = contract.account;

const owner = await Member.register();
const otherMember = await Member.register();
await otherMember.getDepth();

/** Returns a PNG of exactly this many bytes. */
const pngOfExactly = (size: number) => Buffer.concat([createPng(100), Buffer.alloc(size)]).subarray(0, size);

/** Uploads a photo, but doesn't set it as the profile photo yet. Returns its public URL. */
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
  it("shows the photo to other members without changing the owner's depth", async () => {
    const { publicUrl: photoUrl } = await uploadPhoto(owner, pngOfExactly(2000));
    const { body } = await owner.call(updatePhoto, { userId: owner.userId, photoUrl });
    expect(body.profile).toMatchObject({ profilePicture: photoUrl, depth: 0, contributedMB: 0 });
    const card = await otherMember.call(contract.users.get, { userId: owner.userId });
    expect(card.body.user.profilePicture).toBe(photoUrl);
  });

  it('accepts the same photo again, also concurrently', async () => {
    const { publicUrl: photoUrl } = await uploadPhoto(owner, pngOfExactly(2000));
    const responses = await Promise.all(Array.from({ length: 10 }, () => owner.call(updatePhoto, { photoUrl })));
    expect(responses.map(({ status }) => status)).toEqual(Array(10).fill(200));
    // The photo is still stored: setting it again inspects the stored bytes.
    expect((await owner.call(updatePhoto, { photoUrl })).status).toBe(200);
  });

  it('deletes the previous photo', async () => {
    const first = await uploadPhoto(owner, pngOfExactly(1000));
    await owner.call(updatePhoto, { photoUrl: first.publicUrl });
    const second = await uploadPhoto(owner, pngOfExactly(1500));
    await owner.call(updatePhoto, { photoUrl: second.publicUrl });
    const again = await owner.call(updatePhoto, { photoUrl: first.publicUrl });
    expect([again.status, again.body.code]).toEqual([404, 'FileNotStored']);
    expect((await owner.call(me, {})).body.profile.profilePicture).toBe(second.publicUrl);
  });

  it('removes the photo when the URL is empty', async () => {
    const { publicUrl } = await uploadPhoto(otherMember, pngOfExactly(1000));
    await otherMember.call(updatePhoto, { photoUrl: publicUrl });
    const { body } = await otherMember.call(updatePhoto, { photoUrl: '' });
    expect(body.profile.profilePicture).toBe('');
    expect((await otherMember.call(updatePhoto, { photoUrl: publicUrl })).body.code).toBe('FileNotStored');
  });

  it.each([
    ['over 5 MB', pngOfExactly(MAX_PHOTO_BYTES + 1), 400, 'FileTooLarge', 'Image size must be less than 5MB'],
    [
      'that is an HTML page',
      Buffer.from('<!doctype html><script>alert(1)</script>'),
      422,
      'FileTypeMismatch',
      /image\/png/,
    ],
    ['that is an SVG', Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>'), 422, 'FileTypeMismatch', /image\/png/],
    ['that is empty', new Uint8Array(), 400, 'EmptyFile', /empty/],
  ])('rejects and deletes a photo %s, and keeps the previous one', async (_, bytes, status, code, error) => {
    const member = await Member.register();
    const previous = await uploadPhoto(member, pngOfExactly(1000));
    await member.call(updatePhoto, { photoUrl: previous.publicUrl });
    const invalid = await uploadPhoto(member, bytes);
    const { status: actualStatus, body } = await member.call(updatePhoto, { photoUrl: invalid.publicUrl });
    expect([actualStatus, body.code]).toEqual([status, code]);
    expect(body.error).toMatch(error);
    expect((await member.call(updatePhoto, { photoUrl: invalid.publicUrl })).body.code).toBe('FileNotStored');
    expect((await member.call(me, {})).body.profile.profilePicture).toBe(previous.publicUrl);
  });

  it('accepts a photo of exactly 5 MB', async () => {
    const { publicUrl: photoUrl } = await uploadPhoto(otherMember, pngOfExactly(MAX_PHOTO_BYTES));
    expect((await otherMember.call(updatePhoto, { photoUrl })).status).toBe(200);
  });

  it("returns 403 for another member's photo", async () => {
    const { publicUrl: photoUrl } = await uploadPhoto(owner, pngOfExactly(1000));
    const { status, body } = await otherMember.call(updatePhoto, { photoUrl });
    expect([status, body.code]).toEqual([403, 'NotYou']);
    expect(body.error).toBe('You can only update your own profile picture');
  });

  it.each([
    ['a URL of another site', 'https://elsewhere.example/me.png'],
    ['a script URL', 'javascript:alert(1)'],
    ['a URL in the files folder', '/media/files/x/01KB0000000000000000000000/a.png'],
    ['a URL that leaves the photo folder', '/media/avatars/../files/a.png'],
    ['a URL with an invalid percent-encoding', '/media/avatars/%E0%A4%A'],
  ])('rejects %s', async (_, photoUrl) => {
    const { status, body } = await otherMember.call(updatePhoto, { photoUrl });
    expect([status, body.code]).toEqual([400, 'InvalidInput']);
  });

  it('returns 404 for a photo that was never uploaded', async () => {
    const upload = { fileName: 'me.png', fileType: 'image/png', isProfilePhoto: true };
    const { body } = await otherMember.call(contract.files.upload, upload);
    const response = await otherMember.call(updatePhoto, { photoUrl: body.publicUrl! });
    expect([response.status, response.body.code]).toEqual([404, 'FileNotStored']);
  });

  it('refuses to sign an upload of an SVG photo', async () => {
    const upload = { fileName: 'me.svg', fileType: 'image/svg+xml', isProfilePhoto: true };
    const { status, body } = await otherMember.call(contract.files.upload, upload);
    expect([status, body.code, body.error]).toEqual([415, 'FileTypeNotAllowed', 'Please upload an image file']);
  });
});

/** Tests of profile pictures: who may set which upload, and what happens to the previous picture. */
import { describe, expect, inject, it } from 'vitest';
import { contract } from '../../../shared/contract/contract.ts';
import { MAX_PICTURE_BYTES } from '../../../shared/rules/limits.ts';
import { Member, type PreparedUpload, putBytes, storeBytes } from '../../support/member.ts';
import { createPng } from '../../support/sample-files.ts';

const { updatePhoto, me } = contract.account;
const { config, unsupported } = inject('target');

const owner = await Member.register();
const otherMember = await Member.register();
await otherMember.ensureProfile();

/** Returns a PNG of exactly this many bytes. */
const createPngOfSize = (size: number) => Buffer.concat([createPng(100), Buffer.alloc(size)]).subarray(0, size);

/** Uploads a picture, but doesn't set it as the profile picture yet. Returns its public URL. */
async function uploadPicture(
  member: Member,
  bytes: Uint8Array,
  fileType = 'image/png',
): Promise<PreparedUpload & { publicUrl: string }> {
  const upload = await member.prepareUpload(bytes, { fileName: 'me.png', fileType, isProfilePhoto: true });
  await storeBytes(upload, bytes);
  return { ...upload, publicUrl: upload.publicUrl! };
}

/** Requests a public object of the site. */
const fetchMedia = (path: string) => fetch(new URL(path, config.apiUrl));

describe('PUT /profile/update-photo', () => {
  it("shows the picture to other members without changing the owner's depth", async () => {
    const { publicUrl: photoUrl } = await uploadPicture(owner, createPngOfSize(2000));
    const { body } = await owner.call(updatePhoto, { userId: owner.userId, photoUrl });
    expect(body.profile).toMatchObject({ depth: 0, contributedMB: 0 });

    const { profilePicture } = body.profile;
    expect(profilePicture).toMatch(new RegExp(`^/media/avatars/${owner.userId}/[0-9A-Z]{26}/[0-9A-Z]{26}\\.png$`));

    const card = await otherMember.call(contract.users.get, { userId: owner.userId });
    expect(card.body.user.profilePicture).toBe(profilePicture);
  });

  it('accepts the same picture again, even concurrently', async () => {
    const { publicUrl: photoUrl } = await uploadPicture(owner, createPngOfSize(2000));
    const responses = await Promise.all(Array.from({ length: 10 }, () => owner.call(updatePhoto, { photoUrl })));
    expect(responses.map(({ status }) => status)).toEqual(Array(10).fill(200));

    const meResponse = await owner.call(me, {});
    const repeatedResponse = await owner.call(updatePhoto, { photoUrl });
    expect([repeatedResponse.status, repeatedResponse.body.profile]).toEqual([200, meResponse.body.profile]);

    // The page may send the address that it shows.
    const { profilePicture } = meResponse.body.profile;
    expect((await owner.call(updatePhoto, { photoUrl: profilePicture })).body.profile).toEqual(meResponse.body.profile);
  });

  it('deletes the previous picture', async () => {
    const firstPicture = await uploadPicture(owner, createPngOfSize(1000));
    await owner.call(updatePhoto, { photoUrl: firstPicture.publicUrl });
    const secondPicture = await uploadPicture(owner, createPngOfSize(1500));
    const { body } = await owner.call(updatePhoto, { photoUrl: secondPicture.publicUrl });
    const repeatedResponse = await owner.call(updatePhoto, { photoUrl: firstPicture.publicUrl });

    expect([repeatedResponse.status, repeatedResponse.body.code]).toEqual([404, 'FileNotStored']);
    expect((await owner.call(me, {})).body.profile.profilePicture).toBe(body.profile.profilePicture);
  });

  it('removes the picture when the URL is empty', async () => {
    const { publicUrl } = await uploadPicture(otherMember, createPngOfSize(1000));
    await otherMember.call(updatePhoto, { photoUrl: publicUrl });
    const { body } = await otherMember.call(updatePhoto, { photoUrl: '' });

    expect(body.profile.profilePicture).toBe('');
    expect((await otherMember.call(updatePhoto, { photoUrl: publicUrl })).body.code).toBe('FileNotStored');
  });

  it.each([
    ['that is an HTML page', Buffer.from('<!doctype html><script>alert(1)</script>')],
    ['that is an SVG', Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>')],
  ])('rejects and deletes a picture %s, and keeps the previous one', async (_, bytes) => {
    const member = await Member.register();
    const previousUpload = await uploadPicture(member, createPngOfSize(1000));
    const { body: previousResult } = await member.call(updatePhoto, { photoUrl: previousUpload.publicUrl });

    const invalidUpload = await uploadPicture(member, bytes);
    const { status, body } = await member.call(updatePhoto, { photoUrl: invalidUpload.publicUrl });

    expect([status, body.code]).toEqual([422, 'FileTypeMismatch']);
    expect(body.error).toMatch(/image\/png/);

    expect((await member.call(updatePhoto, { photoUrl: invalidUpload.publicUrl })).body.code).toBe('FileNotStored');
    expect((await member.call(me, {})).body.profile).toEqual(previousResult.profile);
  });

  it('accepts a picture of exactly 5 MB', async () => {
    const { publicUrl: photoUrl } = await uploadPicture(otherMember, createPngOfSize(MAX_PICTURE_BYTES));
    expect((await otherMember.call(updatePhoto, { photoUrl })).status).toBe(200);
  });

  it("returns 403 for another member's picture", async () => {
    const { publicUrl: photoUrl } = await uploadPicture(owner, createPngOfSize(1000));
    const { status, body } = await otherMember.call(updatePhoto, { photoUrl });

    expect([status, body.code]).toEqual([403, 'NotYou']);
    expect(body.error).toBe('You can only update your own profile picture');
  });

  it("returns 403 for another member's ID, with the sentence about pictures", async () => {
    const { status, body } = await otherMember.call(updatePhoto, { userId: owner.userId, photoUrl: '' });

    expect([status, body.code]).toEqual([403, 'NotYou']);
    expect(body.error).toBe('You can only update your own profile picture');
  });

  it('stores the same picture for every spelling of its URL', async () => {
    const member = await Member.register();
    const { publicUrl } = await uploadPicture(member, createPngOfSize(1000));

    // Percent-encodes the first letter of the folder, and the last character.
    const lastCode = publicUrl.charCodeAt(publicUrl.length - 1).toString(16);
    const spelling = `${publicUrl.replace('photos', '%70hotos').slice(0, -1)}%${lastCode}`;

    const { status, body } = await member.call(updatePhoto, { photoUrl: spelling });

    expect([status, (await member.call(me, {})).body.profile]).toEqual([200, body.profile]);
    expect(body.profile.profilePicture).not.toContain('%');
    expect((await member.call(updatePhoto, { photoUrl: publicUrl })).body.profile).toEqual(body.profile);
  });

  it('keeps the picture when its upload is sent again with other bytes', async () => {
    const member = await Member.register();
    const upload = await uploadPicture(member, createPngOfSize(1000));
    const { body } = await member.call(updatePhoto, { photoUrl: upload.publicUrl });
    await putBytes(upload, Buffer.from('<script>alert(1)</script>'.padEnd(1000)));

    expect((await member.call(updatePhoto, { photoUrl: upload.publicUrl })).body.profile).toEqual(body.profile);
    expect((await member.call(me, {})).body.profile).toEqual(body.profile);
  });

  it.skipIf(unsupported.distribution)('publishes a picture only once it is accepted', async () => {
    const member = await Member.register();
    const bytes = createPng(1000);
    const { publicUrl } = await uploadPicture(member, bytes);
    expect((await fetchMedia(publicUrl)).status).toBe(403);

    const { body } = await member.call(updatePhoto, { photoUrl: publicUrl });
    const picture = await fetchMedia(body.profile.profilePicture);

    expect([picture.status, picture.headers.get('content-type')]).toEqual([200, 'image/png']);
    expect(picture.headers.get('cache-control')).toContain('immutable');
    expect(Buffer.from(await picture.arrayBuffer()).equals(bytes)).toBe(true);
    expect((await fetchMedia(publicUrl)).status).toBe(403);
  });

  it.each([
    ['a URL of another site', 'https://elsewhere.example/me.png'],
    ['a script URL', 'javascript:alert(1)'],
    ['a URL in the files folder', '/media/files/x/01KB0000000000000000000000/a.png'],
    ['a URL that leaves the picture folder', '/media/photos/../files/a.png'],
    ['a URL with an invalid percent-encoding', '/media/photos/%E0%A4%A'],
  ])('rejects %s', async (_, photoUrl) => {
    const { status, body } = await otherMember.call(updatePhoto, { photoUrl });
    expect([status, body.code]).toEqual([400, 'InvalidInput']);
  });

  it('returns 404 for a picture that was never uploaded', async () => {
    const { publicUrl } = await otherMember.prepareUpload(createPng(1000), { isProfilePhoto: true });
    const response = await otherMember.call(updatePhoto, { photoUrl: publicUrl! });
    expect([response.status, response.body.code]).toEqual([404, 'FileNotStored']);
  });

  it('refuses to sign an upload of an SVG picture', async () => {
    const upload = { fileName: 'me.svg', fileType: 'image/svg+xml', isProfilePhoto: true };
    const { status, body } = await otherMember.requestUpload(createPng(1000), upload);
    expect([status, body.code, body.error]).toEqual([415, 'FileTypeNotAllowed', 'Please upload an image file']);
  });
});

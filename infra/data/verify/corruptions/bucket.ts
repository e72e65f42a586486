import * as keys from '../../../../lambdas/table/keys.ts';
import { DAY_MS, HOUR_MS } from '../../../../shared/rules/durations.ts';
import { ADA, BEN, DORA } from '../fixture.ts';
import type { Corruption } from './corruption.ts';
import { type Snapshot, ulidOf } from './snapshot.ts';

const ULID = ulidOf(1);

/** Age of an object that the hourly jobs may not have handled yet, in milliseconds. */
const NEW_MS = 2 * HOUR_MS - 1;

/** Age of an object that the hourly jobs must have handled, in milliseconds. */
const OLD_MS = 2 * HOUR_MS + 1;

/** Age of a rendition that the job may not have deleted yet, in milliseconds. The job waits an hour. */
const NEW_RENDITION_MS = 3 * HOUR_MS - 1;

/** Age of a rendition that the job must have deleted, in milliseconds. */
const OLD_RENDITION_MS = 3 * HOUR_MS + 1;

/** Returns a change that adds objects of this age. */
const addsObjects =
  (ageMs: number, ...storageKeys: readonly string[]) =>
  (snapshot: Snapshot) => {
    for (const key of storageKeys) snapshot.putObject(key, { ageMs });
  };

/** Returns a change that replaces the bytes of the community's file. */
const replaces = (attributes: { size?: number; etag?: string; ageMs: number }) => (snapshot: Snapshot) => {
  const { ageMs, ...bytes } = attributes;
  snapshot.changeObject(snapshot.community.file, { ...bytes, since: snapshot.now - ageMs });
};

/** Returns a change that adds an object next to another one, with another file name. */
const addsNextTo = (find: (snapshot: Snapshot) => string, ageMs: number) => (snapshot: Snapshot) =>
  snapshot.putObject(find(snapshot).replace(/[^/]+$/, 'other.png'), { ageMs });

/** Returns a change that closes a file, as if its inspection had begun some hours ago. */
const closes = (hours: number) => (snapshot: Snapshot) => {
  const uploadedAt = new Date(snapshot.now - hours * HOUR_MS).toISOString();
  snapshot.changeFile(snapshot.community.file, { inspection: 'pending', uploadedAt });
};

/** Returns a change that shows a picture in Ben's profile, which has no picture before. */
const showsInProfile = (find: (snapshot: Snapshot) => string) => (snapshot: Snapshot) =>
  snapshot.change(keys.profileKey(BEN), { profilePicture: find(snapshot) });

/** Returns a change that publishes a post of Ben's with a picture. */
const showsInPost =
  (find: (snapshot: Snapshot) => string, contentType = 'image/png') =>
  (snapshot: Snapshot) => {
    const image = { key: find(snapshot), contentType, alt: '' };
    snapshot.addPost(BEN, { postId: ULID, image } as never);
  };

/** Returns a function that stores an object and returns its key. */
const storesObject = (key: string) => (snapshot: Snapshot) => {
  snapshot.putObject(key);
  return key;
};

const avatarOf = ({ community }: Snapshot) => community.avatar;
const fileOf = ({ community }: Snapshot) => community.file;
const pictureOf = ({ postPicture }: Snapshot) => postPicture;
const changesFile = (attributes: Record<string, unknown>) => (snapshot: Snapshot) =>
  snapshot.changeFile(snapshot.community.file, attributes);

/** Returns a change that adds a file of Ben's under another member's key. All other items agree with it. */
const addsFileWithKey = (key: string) => (snapshot: Snapshot) => snapshot.addFile(BEN, { key });

const STORAGE_KEY_CORRUPTIONS: readonly Corruption[] = [
  ['a file of Ben', 'nothing', (snapshot) => snapshot.addFile(BEN)],
  ["a file with another member's key", 'storage-key', addsFileWithKey(`files/${ADA}/${ULID}/reef.png`)],
  [
    'a file with the key of a photo',
    ['object-owner', 'storage-key', 'file-object'],
    addsFileWithKey(`photos/${BEN}/${ULID}/reef.png`),
  ],
  ['a profile with a picture', 'nothing', showsInProfile(storesObject(`avatars/${BEN}/${ULID}/reef.png`))],
  [
    'a profile of an earlier version, with the URL of its picture',
    'nothing',
    (snapshot) => {
      snapshot.putObject(`avatars/${BEN}/${ULID}/a reef.png`);
      snapshot.change(keys.profileKey(BEN), { profilePicture: `/media/avatars/${BEN}/${ULID}/a%20reef.png` });
    },
  ],
  ["a profile with a member's private file", 'storage-key', showsInProfile(fileOf)],
  ["a profile with the member's own private file", 'storage-key', showsInProfile((snapshot) => snapshot.addFile(BEN))],
  ["a profile with another member's picture", 'storage-key', showsInProfile(avatarOf)],
  ['a post with a picture', 'nothing', showsInPost(storesObject(`posts/${BEN}/${ULID}/reef.png`))],
  [
    'a post of the demo, whose time was moved',
    'nothing',
    showsInPost(storesObject(`posts/${BEN}/6${ULID.slice(1)}/reef.png`)),
  ],
  ["a post with a member's private file", 'storage-key', showsInPost(fileOf)],
  [
    "a post with the picture of another member's post",
    'storage-key',
    showsInPost(storesObject(`posts/${ADA}/${ULID}/reef.png`)),
  ],
  [
    "a post with the picture of the member's other post",
    'storage-key',
    showsInPost(storesObject(`posts/${BEN}/${ulidOf(2)}/reef.png`)),
  ],
  [
    'a hidden post with a private file',
    'storage-key',
    (snapshot) => {
      const image = { key: snapshot.community.file, contentType: 'image/png', alt: '' };
      snapshot.change(keys.postKey(snapshot.community.hiddenPost), { image });
    },
  ],

  [
    'a post with a picture that can run scripts',
    'values',
    showsInPost(storesObject(`posts/${BEN}/${ULID}/reef.svg`), 'image/svg+xml'),
  ],
  ['a file with a content type that is not accepted', 'values', changesFile({ contentType: 'text/html' })],
  ['a file with a content type in capitals', 'values', changesFile({ contentType: 'image/PNG' })],
  ['a file with another content type', 'nothing', changesFile({ contentType: 'application/zip' })],
  ['a renamed file', 'nothing', changesFile({ fileName: 'renamed.jpg' })],
  ['a file with a name that is not valid', 'values', changesFile({ fileName: 'a/b.png' })],
  ['a file above the surface', 'values', changesFile({ depth: -1 })],
  ['a file at depth 0', 'nothing', changesFile({ depth: 0 })],
  ['a post above the surface', 'values', (snapshot) => snapshot.changePost(snapshot.community.post, { depth: -1 })],
];

export const BUCKET_CORRUPTIONS: readonly Corruption[] = [
  ...STORAGE_KEY_CORRUPTIONS,
  [
    'a file without its object',
    ['file-object', 'rendition-owner'],
    (snapshot) => snapshot.removeObject(fileOf(snapshot)),
  ],
  [
    'a file without renditions and without its object',
    'file-object',
    (snapshot) => snapshot.removeObject(snapshot.copy),
  ],
  ['an object with another size', 'file-object', replaces({ size: 5001, ageMs: OLD_MS })],
  ['an object with other bytes', 'file-object', replaces({ etag: '"other"', ageMs: OLD_MS })],
  [
    'an object that was replaced less than two hours ago',
    'nothing',
    replaces({ size: 1, etag: '"other"', ageMs: NEW_MS }),
  ],
  [
    'a file without its object, of a member whose purge is pending',
    'nothing',
    (snapshot) => snapshot.removeObject(snapshot.addFile(DORA, { isLive: false })),
  ],
  [
    'a file without its object, of a member without a profile',
    ['file-object', 'member-exists'],
    (snapshot) => snapshot.removeObject(snapshot.addFile('stranger', { isLive: false })),
  ],

  ['an old object without a file', 'object-owner', addsObjects(OLD_MS, `files/${ADA}/${ULID}/reef.png`)],
  ['a new object without a file', 'nothing', addsObjects(NEW_MS, `files/${ADA}/${ULID}/reef.png`)],
  ['an old object next to a file', 'object-owner', addsNextTo(fileOf, OLD_MS)],
  ['an old photo', 'object-owner', addsObjects(OLD_MS, `photos/${ADA}/${ULID}/reef.png`)],
  ['a new photo', 'nothing', addsObjects(NEW_MS, `photos/${ADA}/${ULID}/reef.png`)],
  ['an old picture that no profile shows', 'object-owner', addsObjects(OLD_MS, `avatars/${ADA}/${ULID}/reef.png`)],
  ['a new picture that no profile shows', 'nothing', addsObjects(NEW_MS, `avatars/${ADA}/${ULID}/reef.png`)],
  ['an old picture next to that of a profile', 'object-owner', addsNextTo(avatarOf, OLD_MS)],
  ['a new picture next to that of a profile', 'nothing', addsNextTo(avatarOf, NEW_MS)],
  ['an old picture that no post shows', 'object-owner', addsObjects(OLD_MS, `posts/${ADA}/${ULID}/reef.png`)],
  ['a new picture that no post shows', 'nothing', addsObjects(NEW_MS, `posts/${ADA}/${ULID}/reef.png`)],
  ['an old picture next to that of a post', 'object-owner', addsNextTo(pictureOf, OLD_MS)],
  ['a new picture next to that of a post', 'nothing', addsNextTo(pictureOf, NEW_MS)],
  [
    'objects of a member whose purge is pending',
    'nothing',
    addsObjects(
      5 * DAY_MS,
      ...['files', 'photos', 'avatars', 'posts'].map((prefix) => `${prefix}/${DORA}/${ULID}/reef.png`),
    ),
  ],

  // A file may be closed for a day. `GRACE_MS` adds two hours.
  ['a file that has been closed for 27 hours', 'file-inspection', closes(27)],
  ['a file that has been closed for 25 hours', 'nothing', closes(25)],
  [
    'a closed file of a member whose purge is pending',
    'nothing',
    (snapshot) => snapshot.addFile(DORA, { isLive: false, inspection: 'pending' }),
  ],

  [
    'a file that lacks one of the renditions that it names',
    'rendition-object',
    (snapshot) => snapshot.removeObject(snapshot.rendition),
  ],
  [
    'a file that names no renditions',
    'nothing',
    (snapshot) => {
      snapshot.changeFile(fileOf(snapshot), { media: { width: 4, height: 3 } });
      snapshot.removeObject(snapshot.rendition);
    },
  ],
  [
    'a file without its renditions, of a member whose purge is pending',
    'nothing',
    (snapshot) => snapshot.addFile(DORA, { isLive: false, media: { renditions: [320] } }),
  ],
  [
    'an old rendition without a file',
    'rendition-owner',
    addsObjects(OLD_RENDITION_MS, `renditions/${ADA}/${ULID}/320.webp`),
  ],
  ['a new rendition without a file', 'nothing', addsObjects(NEW_RENDITION_MS, `renditions/${ADA}/${ULID}/320.webp`)],
  ['an old poster without a file', 'rendition-owner', addsObjects(3 * DAY_MS, `posters/${ADA}/${ULID}/poster.webp`)],
  ['a new poster without a file', 'nothing', addsObjects(2 * DAY_MS, `posters/${ADA}/${ULID}/poster.webp`)],
  [
    'an old poster with its file',
    'nothing',
    (snapshot) => snapshot.putObject(fileOf(snapshot).replace('files/', 'posters/')),
  ],
  [
    "a rendition of a post's picture",
    'rendition-owner',
    (snapshot) => snapshot.putObject(snapshot.postPicture.replace('posts/', 'renditions/')),
  ],
  [
    "a rendition next to another member's file",
    'rendition-owner',
    (snapshot) => snapshot.putObject(snapshot.rendition.replace(ADA, BEN)),
  ],
  [
    'renditions and posters of a member whose purge is pending',
    'nothing',
    addsObjects(5 * DAY_MS, `renditions/${DORA}/${ULID}/320.webp`, `posters/${DORA}/${ULID}/poster.webp`),
  ],

  ['an object with an unknown prefix', 'object-key', addsObjects(0, `elsewhere/${ADA}/${ULID}/reef.png`)],
  ['an object with a further folder', 'object-key', addsObjects(0, `files/${ADA}/${ULID}/x/reef.png`)],
  ['an object without a file name', 'object-key', addsObjects(0, `files/${ADA}/${ULID}`)],

  [
    'a profile without the object of its picture',
    'picture-object',
    (snapshot) => snapshot.removeObject(avatarOf(snapshot)),
  ],
  [
    'a post without the object of its picture',
    'picture-object',
    (snapshot) => snapshot.removeObject(pictureOf(snapshot)),
  ],
  [
    'a profile whose picture is missing, although its folder has another object',
    ['object-owner', 'picture-object'],
    (snapshot) => {
      const profilePicture = avatarOf(snapshot).replace(/[^/]+$/, 'missing.png');
      snapshot.change(keys.profileKey(ADA), { profilePicture });
    },
  ],
  [
    'a post whose picture is missing, although its folder has a new object',
    'picture-object',
    (snapshot) => {
      snapshot.putObject(`posts/${BEN}/${ULID}/reef.png`, { ageMs: HOUR_MS });
      showsInPost(() => `posts/${BEN}/${ULID}/missing.png`)(snapshot);
    },
  ],
  [
    'a hidden post without the object of its picture',
    'nothing',
    (snapshot) => {
      const { hiddenPost } = snapshot.community;
      const image = { key: `posts/${BEN}/${hiddenPost}/reef.png`, contentType: 'image/png', alt: '' };
      snapshot.change(keys.postKey(hiddenPost), { image });
    },
  ],
  [
    'a hidden post with the object of its picture',
    'nothing',
    (snapshot) => {
      const { hiddenPost } = snapshot.community;
      const image = { key: `posts/${BEN}/${hiddenPost}/reef.png`, contentType: 'image/png', alt: '' };
      snapshot.change(keys.postKey(hiddenPost), { image });
      snapshot.putObject(image.key);
    },
  ],
];

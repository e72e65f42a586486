import * as keys from '../../../../lambdas/table/keys.ts';
import { DAY_MS, HOUR_MS } from '../../../../shared/rules/durations.ts';
import { ADA, BEN, DORA } from '../fixture.ts';
import type { Corruption } from './corruption.ts';
import { type Snapshot, ulidOf } from './snapshot.ts';

const ULID = ulidOf(1);

/** The grace time of the tested verification: how long hourly jobs may take to handle an object, in milliseconds. */
const GRACE_MS = 2 * HOUR_MS;

const NEW_MS = GRACE_MS - 1;
const OLD_MS = GRACE_MS + 1;

/** How long a rendition without a file may stay, in milliseconds: the job waits an hour longer. */
const RENDITION_GRACE_MS = GRACE_MS + HOUR_MS;

const NEW_RENDITION_MS = RENDITION_GRACE_MS - 1;
const OLD_RENDITION_MS = RENDITION_GRACE_MS + 1;

/** Returns a change that adds objects of this age. */
const addsObjects =
  (ageMs: number, ...storageKeys: readonly string[]) =>
  (snapshot: Snapshot) => {
    for (const key of storageKeys) snapshot.putObject(key, { ageMs });
  };

/** Returns a change of the object of the community's file. */
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

const avatarOf = ({ community }: Snapshot) => community.avatar;
const fileOf = ({ community }: Snapshot) => community.file;
const pictureOf = ({ postPicture }: Snapshot) => postPicture;

/** Corruptions of the objects in the bucket, and of items that refer to them. */
export const BUCKET_CORRUPTIONS: readonly Corruption[] = [
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
      const image = { key: `posts/${BEN}/${ULID}/missing.png`, contentType: 'image/png', alt: '' };
      snapshot.addPost(BEN, { postId: ULID, image });
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

import * as keys from '../../../../lambdas/table/keys.ts';
import { DAY_MS, HOUR_MS } from '../../../../shared/rules/durations.ts';
import { ADA, BEN, DORA } from '../fixture.ts';
import type { Corruption } from './corruption.ts';
import { buildUlid, type Snapshot } from './snapshot.ts';

const ULID = buildUlid(1);

/** The grace time of the tested verification: how long hourly jobs may take to handle an object, in milliseconds. */
const GRACE_MS = 2 * HOUR_MS;

const NEW_MS = GRACE_MS - 1;
const OLD_MS = GRACE_MS + 1;

/** How long a rendition without a file may stay, in milliseconds: the job waits an hour longer. */
const RENDITION_GRACE_MS = GRACE_MS + HOUR_MS;

const NEW_RENDITION_MS = RENDITION_GRACE_MS - 1;
const OLD_RENDITION_MS = RENDITION_GRACE_MS + 1;

/** Returns a change that adds objects of this age. */
const withObjects =
  (ageMs: number, ...storageKeys: readonly string[]) =>
  (snapshot: Snapshot) => {
    for (const key of storageKeys) snapshot.putObject(key, { ageMs });
  };

/** Returns a change that replaces the object of the community's file. */
const withReplacedObject = (replacement: { size?: number; etag?: string; ageMs: number }) => (snapshot: Snapshot) => {
  const { ageMs, ...attributes } = replacement;
  snapshot.changeObject(snapshot.community.file, { ...attributes, since: snapshot.now - ageMs });
};

/** Returns a change that adds an object to the folder of another object, whose key `findKey` returns. */
const withObjectNextTo = (findKey: (snapshot: Snapshot) => string, ageMs: number) => (snapshot: Snapshot) =>
  snapshot.putObject(findKey(snapshot).replace(/[^/]+$/, 'other.png'), { ageMs });

/** Returns a change that closes the community's file, as if it had been uploaded some hours ago. */
const withClosedFile = (hours: number) => (snapshot: Snapshot) => {
  const uploadedAt = new Date(snapshot.now - hours * HOUR_MS).toISOString();
  snapshot.changeFile(snapshot.community.file, { inspection: 'pending', uploadedAt });
};

// Storage keys of the community's objects.
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
    (snapshot) => snapshot.removeObject(snapshot.duplicateFile),
  ],
  ['an object with another size', 'file-object', withReplacedObject({ size: 5001, ageMs: OLD_MS })],
  ['an object with other bytes', 'file-object', withReplacedObject({ etag: '"other"', ageMs: OLD_MS })],
  [
    'an object that was replaced less than two hours ago',
    'nothing',
    withReplacedObject({ size: 1, etag: '"other"', ageMs: NEW_MS }),
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

  ['an old object without a file', 'object-owner', withObjects(OLD_MS, `files/${ADA}/${ULID}/reef.png`)],
  ['a new object without a file', 'nothing', withObjects(NEW_MS, `files/${ADA}/${ULID}/reef.png`)],
  ['an old object next to a file', 'object-owner', withObjectNextTo(fileOf, OLD_MS)],
  ['an old photo', 'object-owner', withObjects(OLD_MS, `photos/${ADA}/${ULID}/reef.png`)],
  ['a new photo', 'nothing', withObjects(NEW_MS, `photos/${ADA}/${ULID}/reef.png`)],
  ['an old picture that no profile shows', 'object-owner', withObjects(OLD_MS, `avatars/${ADA}/${ULID}/reef.png`)],
  ['a new picture that no profile shows', 'nothing', withObjects(NEW_MS, `avatars/${ADA}/${ULID}/reef.png`)],
  ['an old picture next to that of a profile', 'object-owner', withObjectNextTo(avatarOf, OLD_MS)],
  ['a new picture next to that of a profile', 'nothing', withObjectNextTo(avatarOf, NEW_MS)],
  ['an old picture that no post shows', 'object-owner', withObjects(OLD_MS, `posts/${ADA}/${ULID}/reef.png`)],
  ['a new picture that no post shows', 'nothing', withObjects(NEW_MS, `posts/${ADA}/${ULID}/reef.png`)],
  ['an old picture next to that of a post', 'object-owner', withObjectNextTo(pictureOf, OLD_MS)],
  ['a new picture next to that of a post', 'nothing', withObjectNextTo(pictureOf, NEW_MS)],
  [
    'objects of a member whose purge is pending',
    'nothing',
    withObjects(
      5 * DAY_MS,
      ...['files', 'photos', 'avatars', 'posts'].map((prefix) => `${prefix}/${DORA}/${ULID}/reef.png`),
    ),
  ],

  // A file may be closed for a day. `GRACE_MS` adds two hours.
  ['a file that has been closed for 27 hours', 'file-inspection', withClosedFile(27)],
  ['a file that has been closed for 25 hours', 'nothing', withClosedFile(25)],
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
    withObjects(OLD_RENDITION_MS, `renditions/${ADA}/${ULID}/320.webp`),
  ],
  ['a new rendition without a file', 'nothing', withObjects(NEW_RENDITION_MS, `renditions/${ADA}/${ULID}/320.webp`)],
  ['an old poster without a file', 'rendition-owner', withObjects(3 * DAY_MS, `posters/${ADA}/${ULID}/poster.webp`)],
  ['a new poster without a file', 'nothing', withObjects(2 * DAY_MS, `posters/${ADA}/${ULID}/poster.webp`)],
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
    withObjects(5 * DAY_MS, `renditions/${DORA}/${ULID}/320.webp`, `posters/${DORA}/${ULID}/poster.webp`),
  ],

  ['an object with an unknown prefix', 'object-key', withObjects(0, `elsewhere/${ADA}/${ULID}/reef.png`)],
  ['an object with a further folder', 'object-key', withObjects(0, `files/${ADA}/${ULID}/x/reef.png`)],
  ['an object without a file name', 'object-key', withObjects(0, `files/${ADA}/${ULID}`)],

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

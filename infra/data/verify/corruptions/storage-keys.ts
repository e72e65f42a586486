import * as keys from '../../../../lambdas/table/keys.ts';
import { ADA, BEN } from '../fixture.ts';
import type { Corruption } from './corruption.ts';
import { buildUlid, type Snapshot } from './snapshot.ts';

const ULID = buildUlid(1);

/** Returns a change that sets Ben's profile picture to the key that `findKey` returns. He has no picture before. */
const withProfilePicture = (findKey: (snapshot: Snapshot) => string) => (snapshot: Snapshot) =>
  snapshot.change(keys.profileKey(BEN), { profilePicture: findKey(snapshot) });

/** Returns a change that publishes a post of Ben's with the picture whose key `findKey` returns. */
const withPostPicture =
  (findKey: (snapshot: Snapshot) => string, contentType = 'image/png') =>
  (snapshot: Snapshot) => {
    const image = { key: findKey(snapshot), contentType, alt: '' };
    snapshot.addPost(BEN, { postId: ULID, image });
  };

/** Returns a function that stores a new object and returns its key. */
const newObject = (key: string) => (snapshot: Snapshot) => {
  snapshot.putObject(key);
  return key;
};

const avatarOf = ({ community }: Snapshot) => community.avatar;
const fileOf = ({ community }: Snapshot) => community.file;

/** Returns a change of the community's file, with its index attributes. */
const withFileAttributes = (attributes: Record<string, unknown>) => (snapshot: Snapshot) =>
  snapshot.changeFile(snapshot.community.file, attributes);

/** Returns a change that adds a file of Ben's under this storage key. All other items agree with it. */
const withFileOfBen = (key: string) => (snapshot: Snapshot) => snapshot.addFile(BEN, { key });

/** Corruptions of the storage keys, content types, names, and depths in items. */
export const STORAGE_KEY_CORRUPTIONS: readonly Corruption[] = [
  ['a file of Ben', 'nothing', (snapshot) => snapshot.addFile(BEN)],
  ["a file with another member's key", 'storage-key', withFileOfBen(`files/${ADA}/${ULID}/reef.png`)],
  [
    'a file with the key of a photo',
    ['object-owner', 'storage-key', 'file-object'],
    withFileOfBen(`photos/${BEN}/${ULID}/reef.png`),
  ],
  ['a profile with a picture', 'nothing', withProfilePicture(newObject(`avatars/${BEN}/${ULID}/reef.png`))],
  [
    'a profile of an earlier version, with the URL of its picture',
    'nothing',
    (snapshot) => {
      snapshot.putObject(`avatars/${BEN}/${ULID}/a reef.png`);
      snapshot.change(keys.profileKey(BEN), { profilePicture: `/media/avatars/${BEN}/${ULID}/a%20reef.png` });
    },
  ],
  ["a profile with a member's private file", 'storage-key', withProfilePicture(fileOf)],
  [
    "a profile with the member's own private file",
    'storage-key',
    withProfilePicture((snapshot) => snapshot.addFile(BEN)),
  ],
  ["a profile with another member's picture", 'storage-key', withProfilePicture(avatarOf)],
  ['a post with a picture', 'nothing', withPostPicture(newObject(`posts/${BEN}/${ULID}/reef.png`))],
  [
    'a post of the demo, whose time was moved',
    'nothing',
    withPostPicture(newObject(`posts/${BEN}/6${ULID.slice(1)}/reef.png`)),
  ],
  ["a post with a member's private file", 'storage-key', withPostPicture(fileOf)],
  [
    "a post with the picture of another member's post",
    'storage-key',
    withPostPicture(newObject(`posts/${ADA}/${ULID}/reef.png`)),
  ],
  [
    "a post with the picture of the member's other post",
    'storage-key',
    withPostPicture(newObject(`posts/${BEN}/${buildUlid(2)}/reef.png`)),
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
    withPostPicture(newObject(`posts/${BEN}/${ULID}/reef.svg`), 'image/svg+xml'),
  ],
  ['a file with a content type that is not accepted', 'values', withFileAttributes({ contentType: 'text/html' })],
  ['a file with a content type in capitals', 'values', withFileAttributes({ contentType: 'image/PNG' })],
  ['a file with another content type', 'nothing', withFileAttributes({ contentType: 'application/zip' })],
  ['a renamed file', 'nothing', withFileAttributes({ fileName: 'renamed.jpg' })],
  ['a file with a name that is not valid', 'values', withFileAttributes({ fileName: 'a/b.png' })],
  ['a file above the surface', 'values', withFileAttributes({ depth: -1 })],
  ['a file at depth 0', 'nothing', withFileAttributes({ depth: 0 })],
  ['a post above the surface', 'values', (snapshot) => snapshot.changePost(snapshot.community.post, { depth: -1 })],
];

import * as keys from '../../../../lambdas/table/keys.ts';
import { ADA, BEN } from '../fixture.ts';
import type { Corruption } from './corruption.ts';
import { type Snapshot, ulidOf } from './snapshot.ts';

const ULID = ulidOf(1);

/** Returns a change that shows a picture in Ben's profile, which has no picture before. */
const showsInProfile = (find: (snapshot: Snapshot) => string) => (snapshot: Snapshot) =>
  snapshot.change(keys.profileKey(BEN), { profilePicture: find(snapshot) });

/** Returns a change that publishes a post of Ben's with a picture. */
const showsInPost =
  (find: (snapshot: Snapshot) => string, contentType = 'image/png') =>
  (snapshot: Snapshot) => {
    const image = { key: find(snapshot), contentType, alt: '' };
    snapshot.addPost(BEN, { postId: ULID, image });
  };

/** Returns a function that stores an object and returns its key. */
const storesObject = (key: string) => (snapshot: Snapshot) => {
  snapshot.putObject(key);
  return key;
};

const avatarOf = ({ community }: Snapshot) => community.avatar;
const fileOf = ({ community }: Snapshot) => community.file;

/** Returns a change of the community's file, with its index attributes. */
const changesFile = (attributes: Record<string, unknown>) => (snapshot: Snapshot) =>
  snapshot.changeFile(snapshot.community.file, attributes);

/** Returns a change that adds a file of Ben's under another member's key. All other items agree with it. */
const addsFileWithKey = (key: string) => (snapshot: Snapshot) => snapshot.addFile(BEN, { key });

/** Corruptions of the storage keys, content types, names, and depths in items. */
export const STORAGE_KEY_CORRUPTIONS: readonly Corruption[] = [
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

import * as keys from '../../../../lambdas/table/keys.ts';
import { ADA, BEN, DORA } from '../fixture.ts';
import type { Corruption } from './corruption.ts';
import { buildUlid, type Snapshot } from './snapshot.ts';

/** Returns the storage key and the checksums of the community's file, whose uploaded bytes were replaced. */
function getCommunityFile(snapshot: Snapshot) {
  const { key, checksum, originalChecksum } = snapshot.get(keys.fileKey(snapshot.community.file));
  return { key: String(key), checksum: String(checksum), originalChecksum: String(originalChecksum) };
}

/** Returns a change that adds a copy item of the community's file, with another member or checksum. */
const withCopyItem =
  ({ userId = ADA, ...attributes }: { userId?: string; checksum?: string }) =>
  (snapshot: Snapshot) => {
    const file = getCommunityFile(snapshot);
    const checksum = attributes.checksum ?? file.checksum;
    snapshot.put({ ...keys.heldCopyKey(userId, checksum, file.key), checksum });
  };

/** Returns a change that publishes a post of Ben's with a picture. By default, his stored bytes include its size. */
const withPostPicture =
  (size: number | undefined, { isCounted = true } = {}) =>
  (snapshot: Snapshot) => {
    const postId = buildUlid(1);
    const image = { key: `posts/${BEN}/${postId}/reef.png`, contentType: 'image/png', alt: '', size };
    snapshot.putObject(image.key);
    snapshot.addPost(BEN, { postId, image, isCounted });
  };

/** Returns a change that adds a picture to Ben's hidden post, and bytes to his stored bytes. */
const withHiddenPicture = (storedBytes: number) => (snapshot: Snapshot) => {
  const { hiddenPost } = snapshot.community;
  const image = { key: `posts/${BEN}/${hiddenPost}/reef.png`, contentType: 'image/png', alt: '', size: 7 };
  snapshot.putObject(image.key);
  snapshot.change(keys.postKey(hiddenPost), { image });
  snapshot.increase(keys.profileKey(BEN), 'storedBytes', storedBytes);
};

/** Removes the copy item of the current bytes of the community's file. */
function removeCopyItem(snapshot: Snapshot): void {
  const { key, checksum } = getCommunityFile(snapshot);
  snapshot.remove(keys.heldCopyKey(ADA, checksum, key));
}

/** Removes the copy item of the uploaded bytes of the community's file. */
function removeUploadedCopyItem(snapshot: Snapshot): void {
  const { key, originalChecksum } = getCommunityFile(snapshot);
  snapshot.remove(keys.heldCopyKey(ADA, originalChecksum, key));
}

/** Stores a copy item whose file is missing. */
function putOrphanCopyItem(snapshot: Snapshot, userId: string): void {
  snapshot.put({ ...keys.heldCopyKey(userId, 'x', 'files/none'), checksum: 'x' });
}

/** Returns a change that adds two files of the same size, by default both of Ada. */
const withTwoFiles =
  (
    firstFile: { checksum?: string | undefined; originalChecksum?: string; creditedBytes?: number },
    secondFile: typeof firstFile & { userId?: string },
  ) =>
  (snapshot: Snapshot) => {
    const { userId = ADA, ...attributes } = secondFile;
    snapshot.addFile(ADA, firstFile);
    snapshot.addFile(userId, attributes);
  };

/** Corruptions of copy items, credits, and stored bytes. For copy items, see `lambdas/table/held-copy.ts`. */
export const COPY_CORRUPTIONS: readonly Corruption[] = [
  ['a file without its copy item', 'held-copies', removeCopyItem],
  ['a file without the copy item of its uploaded bytes', 'held-copies', removeUploadedCopyItem],
  [
    'a copy item of uploaded bytes, with a file of an earlier version',
    'held-copies',
    (snapshot) => snapshot.changeFile(snapshot.community.file, { originalChecksum: undefined }),
  ],
  [
    'a file whose bytes an earlier version replaced',
    'nothing',
    (snapshot) => {
      removeUploadedCopyItem(snapshot);
      snapshot.changeFile(snapshot.community.file, { originalChecksum: undefined });
    },
  ],
  ['a copy item of a file that is not stored', 'held-copies', (snapshot) => putOrphanCopyItem(snapshot, ADA)],
  [
    'a copy item of a file that is not stored, with the bytes of another',
    'held-copies',
    (snapshot) => {
      const { checksum } = getCommunityFile(snapshot);
      snapshot.put({ ...keys.heldCopyKey(ADA, checksum, 'files/none'), checksum });
    },
  ],
  ["a copy item of another member's file", 'held-copies', withCopyItem({ userId: BEN })],
  ['a copy item with another checksum', 'held-copies', withCopyItem({ checksum: 'x' })],
  [
    'a copy item that was moved to another member',
    ['held-copies', 'held-copies'],
    (snapshot) => {
      withCopyItem({ userId: BEN })(snapshot);
      removeCopyItem(snapshot);
    },
  ],
  [
    'a copy item whose checksum was changed',
    ['held-copies', 'held-copies'],
    (snapshot) => {
      withCopyItem({ checksum: 'x' })(snapshot);
      removeCopyItem(snapshot);
    },
  ],
  ['a copy item of a member whose purge is pending', 'nothing', withCopyItem({ userId: DORA })],
  [
    'a file of a member whose purge is pending, without its copy item',
    'nothing',
    (snapshot) => snapshot.addFile(DORA, { isLive: false }),
  ],
  [
    'a file of an earlier version, without checksum',
    'nothing',
    (snapshot) => snapshot.addFile(ADA, { checksum: undefined }),
  ],

  ['two credited files with the same bytes', 'one-credit', withTwoFiles({ checksum: 'x' }, { checksum: 'x' })],
  ['two files with the same bytes', 'nothing', withTwoFiles({ checksum: 'x' }, { checksum: 'x', creditedBytes: 0 })],
  [
    'two files with the same bytes without a credit',
    'nothing',
    withTwoFiles({ checksum: 'x', creditedBytes: 0 }, { checksum: 'x', creditedBytes: 0 }),
  ],
  [
    'two credited files, one with the uploaded bytes of the other',
    'one-credit',
    withTwoFiles({ checksum: 'x', originalChecksum: 'y' }, { checksum: 'y' }),
  ],
  [
    'two credited files with the same uploaded bytes',
    'one-credit',
    withTwoFiles({ checksum: 'x', originalChecksum: 'z' }, { checksum: 'y', originalChecksum: 'z' }),
  ],
  [
    'two files with the same uploaded bytes',
    'nothing',
    withTwoFiles({ checksum: 'x', originalChecksum: 'z' }, { checksum: 'y', originalChecksum: 'z', creditedBytes: 0 }),
  ],
  [
    'a credited file that has its uploaded bytes again',
    'nothing',
    withTwoFiles({ checksum: 'x', originalChecksum: 'x' }, {}),
  ],
  ['two credited files without checksum', 'nothing', withTwoFiles({ checksum: undefined }, { checksum: undefined })],
  [
    'files of two members with the same bytes',
    'nothing',
    withTwoFiles({ checksum: 'x' }, { checksum: 'x', userId: BEN }),
  ],
  ['a file that is credited in part', 'one-credit', (snapshot) => snapshot.addFile(ADA, { creditedBytes: 1 })],
  [
    'a file that is credited above its size',
    'one-credit',
    (snapshot) => snapshot.addFile(ADA, { size: 2000, creditedBytes: 2001 }),
  ],
  [
    'a file of an earlier version, without credited bytes',
    'nothing',
    (snapshot) => {
      const key = snapshot.addFile(ADA);
      snapshot.changeFile(key, { creditedBytes: undefined });
    },
  ],

  ['too many stored bytes', 'stored-bytes', (snapshot) => snapshot.increase(keys.profileKey(ADA), 'storedBytes')],
  ['too few stored bytes', 'stored-bytes', (snapshot) => snapshot.increase(keys.profileKey(ADA), 'storedBytes', -1)],
  [
    'stored bytes of a member without files',
    'stored-bytes',
    (snapshot) => snapshot.change(keys.profileKey(BEN), { storedBytes: 1 }),
  ],
  ['a picture of a post', 'nothing', withPostPicture(7)],
  ['a picture of a post that is not counted', 'stored-bytes', withPostPicture(7, { isCounted: false })],
  ['a picture of a post of an earlier version, without its size', 'nothing', withPostPicture(undefined)],
  ['a picture of a hidden post', 'nothing', withHiddenPicture(0)],
  ['a picture of a hidden post that is still counted', 'stored-bytes', withHiddenPicture(7)],
  [
    'a picture of a member whose purge is pending',
    'nothing',
    (snapshot) => {
      const postId = buildUlid(1);
      const image = { key: `posts/${DORA}/${postId}/reef.png`, contentType: 'image/png', alt: '', size: 7 };
      snapshot.putObject(image.key);
      snapshot.addPost(DORA, { postId, image, isCounted: false });
    },
  ],
  // `stored-bytes` skips members with a copy item whose file is missing.
  [
    'other stored bytes while a copy item has no file',
    'held-copies',
    (snapshot) => {
      snapshot.increase(keys.profileKey(ADA), 'storedBytes');
      putOrphanCopyItem(snapshot, ADA);
    },
  ],
  [
    'other stored bytes while a copy item of another member has no file',
    ['held-copies', 'stored-bytes'],
    (snapshot) => {
      snapshot.increase(keys.profileKey(ADA), 'storedBytes');
      putOrphanCopyItem(snapshot, BEN);
    },
  ],
];

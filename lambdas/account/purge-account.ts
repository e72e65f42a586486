import { UPLOAD_URL_SECONDS } from '../../shared/depth/limits.ts';
import { deleteObject, listObjects } from '../files/file-store.ts';
import type { StoragePrefix } from '../files/storage-key.ts';
import { removePost } from '../posts/remove-post.ts';
import { removeComment } from '../table/comment.ts';
import { getFiles, purgeFile } from '../table/file.ts';
import { ownerOf } from '../table/keys.ts';
import { readOwned } from '../table/owned.ts';
import { hidePost } from '../table/post.ts';
import { getPerson, isDeleted } from '../table/profile.ts';
import { finishAccountRemoval } from '../table/removal.ts';
import { removeSignIn } from './directory.ts';
import { purgeOwnRows } from './purge-own-rows.ts';

const PAGE_SIZE = 100;

/** Removes a page of something; answers whether there may be more of it. */
type Step = () => Promise<boolean>;

/**
 * Removes everything of a deleted account but its payments (decision 25). Every step finds what is left by asking the
 * table or the store, so it can stop and begin again anywhere, and run twice at once.
 *
 * Uploads that were signed before the deletion can still arrive for {@link UPLOAD_URL_SECONDS} seconds: the account
 * counts as removed only by a run that begins after that.
 *
 * @param timeLeft - whether there is time for another page
 * @returns whether nothing is left, for good
 */
export async function purgeAccount(userId: string, timeLeft: () => boolean): Promise<boolean> {
  const person = await getPerson(userId, { consistent: true });
  if (!isDeleted(person)) return true;
  const settled = Date.parse(person.deletedAt) + UPLOAD_URL_SECONDS * 1000 < Date.now();
  await removeSignIn(userId);
  const steps: Step[] = [
    () => purgePosts(userId, timeLeft),
    () => purgeComments(userId),
    () => purgeFiles(userId),
    ...(['file', 'avatar', 'post'] as const).map((purpose) => () => purgeObjects(userId, purpose)),
    ...(['LIKE#', 'FOLLOWING#', 'FOLLOWER#', 'DEED#', 'LEDGER#', 'INBOX#', 'SOCKET#', 'ORDER#'] as const).map(
      (prefix) => () => purgeOwnRows(userId, prefix, timeLeft),
    ),
  ];
  for (const step of steps) {
    while (await step()) if (!timeLeft()) return false;
  }
  if (settled) await finishAccountRemoval(userId);
  return settled;
}

async function purgePosts(userId: string, timeLeft: () => boolean): Promise<boolean> {
  const { rows, next } = await ownedPage('POST', userId);
  for (const { pk } of rows) {
    const postId = pk.slice('POST#'.length);
    if (await hidePost(postId, userId, { noted: false })) await removePost(postId, timeLeft);
  }
  return next !== null;
}

async function purgeComments(userId: string): Promise<boolean> {
  const { rows, next } = await ownedPage('COMMENT', userId);
  await Promise.all(
    rows.map(({ pk, sk }) =>
      removeComment({ postId: pk.slice('POST#'.length), commentId: sk.slice('COMMENT#'.length) }),
    ),
  );
  return next !== null;
}

async function purgeFiles(userId: string): Promise<boolean> {
  const { rows, next } = await ownedPage('FILE', userId);
  const files = await getFiles(rows);
  await Promise.all(
    [...files.values()].map(async ({ key }) => {
      await deleteObject(key);
      await purgeFile(key);
    }),
  );
  return next !== null;
}

async function purgeObjects(userId: string, purpose: StoragePrefix): Promise<boolean> {
  const { keys, next } = await listObjects(purpose, { count: PAGE_SIZE, userId });
  await Promise.all(keys.map(deleteObject));
  return next !== undefined;
}

function ownedPage(kind: 'POST' | 'COMMENT' | 'FILE', userId: string) {
  return readOwned({ owner: ownerOf(kind, userId), depth: undefined, limit: PAGE_SIZE, from: { progress: [] } });
}

import { UPLOAD_URL_SECONDS } from '../../shared/rules/limits.ts';
import { openAllForJob, openForJob } from '../access/open-sealed.ts';
import { deleteCognitoUser } from '../members/cognito-users.ts';
import { processRows, RowsFailed } from '../platform/process-rows.ts';
import { purgePost } from '../posts/purge-post.ts';
import { closeSockets } from '../sockets/close-sockets.ts';
import { deleteFileObjects } from '../storage/derived-objects.ts';
import { deleteObjectVersion, listObjectVersions, type ObjectVersion } from '../storage/object-versions.ts';
import { STORAGE_PURPOSES, type StoragePurpose } from '../storage/storage-key.ts';
import { readByOwner } from '../table/by-owner-index.ts';
import { deleteCommentItem } from '../table/comment.ts';
import { deleteCredentials } from '../table/credentials.ts';
import { uncountMember } from '../table/depth-histogram.ts';
import type { DepthPosition } from '../table/depth-query.ts';
import { getFiles, purgeFile } from '../table/file.ts';
import { purgeFollow } from '../table/follow.ts';
import {
  ITEM_TYPES,
  type ItemKey,
  type ItemTypesWith,
  itemKey,
  type MemberRowType,
  mainTypeOf,
  partitionIdOf,
  sortIdOf,
} from '../table/item-types.ts';
import { conversationId } from '../table/keys.ts';
import { purgeLike } from '../table/like.ts';
import { deleteMemberRow, type MemberRow, readMemberRows } from '../table/member-partition.ts';
import { purgeConversation } from '../table/message.ts';
import { finishAccountPurge } from '../table/pending-purge.ts';
import { hidePostOfDeletedAccount } from '../table/post.ts';
import { getMember, isDeleted } from '../table/profile.ts';
import { unregisterSocket } from '../table/socket.ts';

/** Why this job opens items without a viewer. */
const REASON = 'purges what was deleted';

/** The name of the job in the log. */
const JOB = 'purge-account';

/** Rows per page. The job checks its time between two pages. */
const PAGE_SIZE = 100;

/** The start of a list. */
const START: DepthPosition = {};

/** Returns whether there is time for another page. */
type TimeLeft = () => boolean;

/**
 * Purges a deleted account, except its payments.
 *
 * Every step reads the remaining items from the table or the bucket, so the job can be interrupted, repeated, and run
 * concurrently. Uploads signed before the deletion can arrive for {@link UPLOAD_URL_SECONDS} seconds; only a run that
 * starts after that time finishes the purge. See docs/product.md#account-deletion.
 *
 * @param timeLeft - returns whether there is time for another page
 * @returns whether the purge is complete
 * @throws RowsFailed if items couldn't be purged; all other items are purged then
 */
export async function purgeAccount(userId: string, timeLeft: TimeLeft): Promise<boolean> {
  const member = await openForJob(REASON, getMember(userId, { consistent: true }));
  if (!isDeleted(member)) return true;

  const haveUploadsExpired = Date.parse(member.deletedAt) + UPLOAD_URL_SECONDS * 1000 < Date.now();

  // Closes sockets first, because the steps below delete the registrations by which sockets are found.
  await closeSockets(userId);
  await deleteCognitoUser(userId);
  await deleteCredentials(userId);

  let failed = 0;
  for (const step of listSteps(userId, timeLeft)) {
    const result = await step();
    if (result.interrupted) return false;
    failed += result.failed;
  }
  if (failed > 0) throw new RowsFailed(JOB, failed);

  // Last, so that a fault of the depth histogram never delays the erasure.
  await uncountMember(userId);
  if (haveUploadsExpired) await finishAccountPurge(userId);
  return haveUploadsExpired;
}

/** The result of one step of the purge. */
interface StepResult {
  /** The time ran out before the step was complete. */
  readonly interrupted: boolean;
  /** Number of items that couldn't be purged. */
  readonly failed: number;
}

/** Lists the steps that purge the member's objects and rows, in order. */
function listSteps(userId: string, timeLeft: TimeLeft): (() => Promise<StepResult>)[] {
  const purgeAllObjects = STORAGE_PURPOSES.map((purpose) => () => purgeObjects(userId, purpose, timeLeft));

  return [
    // Deletes the bytes first: download links that were signed before the deletion work until then.
    ...purgeAllObjects,
    ...typesIn(OWNED_ITEM_PURGES).map((type) => () => purgeOwnedItems(type, userId, timeLeft)),
    ...listMemberRowTypes().map((type) => () => purgeMemberRows(type, userId, timeLeft)),
    // Purging a file or post deletes its objects again, which adds delete markers with the file's name.
    ...purgeAllObjects,
  ];
}

/** Returns the item types that are the keys of a record, in order. */
function typesIn<T extends string>(valuesByType: Readonly<Record<T, unknown>>): T[] {
  return Object.keys(valuesByType) as T[];
}

/** Returns the types of all rows in a member's partition that the purge deletes. */
function listMemberRowTypes(): MemberRowType[] {
  return typesIn(ITEM_TYPES).filter((type): type is MemberRowType => ITEM_TYPES[type].purge.startsWith('member-row'));
}

/** Permanently deletes the member's S3 objects of one purpose, with the versions that operators could recover. */
function purgeObjects(userId: string, purpose: StoragePurpose, timeLeft: TimeLeft): Promise<StepResult> {
  return purgePages(
    async (after: ObjectVersion | undefined) => {
      const { versions, next } = await listObjectVersions(purpose, { userId, count: PAGE_SIZE, after });
      return { rows: versions, next };
    },
    (versions) =>
      processRows(versions, (version) => deleteObjectVersion(version, 'account deleted'), logAs(purpose, userId)),
    timeLeft,
  );
}

/** Purges the items of one type that the member owns. */
async function purgeOwnedItems(
  type: keyof typeof OWNED_ITEM_PURGES,
  userId: string,
  timeLeft: TimeLeft,
): Promise<StepResult> {
  const query = { kind: ITEM_TYPES[type].owner, userId, depth: undefined, limit: PAGE_SIZE };

  let isComplete = true;
  const purgeItem = async (row: ItemKey) => {
    if (!timeLeft() || !(await OWNED_ITEM_PURGES[type](row, userId, timeLeft))) isComplete = false;
  };

  const result = await purgePages(
    (from: DepthPosition | undefined) => readByOwner({ ...query, from: from ?? START }),
    (rows) => processRows(rows, purgeItem, { ...logAs(type, userId), sequential: type === 'post' }),
    timeLeft,
  );

  return { ...result, interrupted: result.interrupted || !isComplete };
}

/** Purges one item that the member owns. Returns false if the time ran out before the purge was complete. */
type PurgeOwnedItem = (row: ItemKey, userId: string, timeLeft: TimeLeft) => Promise<boolean>;

/** How to purge items with the rule `by-owner`. The compiler rejects an item type without its entry. */
const OWNED_ITEM_PURGES: Readonly<Record<ItemTypesWith<{ purge: 'by-owner' }>, PurgeOwnedItem>> = {
  post: async (row, userId, timeLeft) => {
    const postId = partitionIdOf(row);
    return !(await hidePostOfDeletedAccount(postId, userId)) || purgePost(postId, timeLeft);
  },
  comment: async (row) => {
    await deleteCommentItem({ postId: partitionIdOf(row), commentId: sortIdOf('comment', row) });
    return true;
  },
  file: async (row) => {
    const file = (await openAllForJob(REASON, getFiles([row]))).get(row.pk);
    if (!file) return true;

    // Deletes the record first: a function that still processes the file then deletes the objects that it has stored.
    await purgeFile(file.key);
    await deleteFileObjects(file.key, 'account deleted');
    return true;
  },
};

/** Purges rows of one type in the member's partition. */
function purgeMemberRows(type: MemberRowType, userId: string, timeLeft: TimeLeft): Promise<StepResult> {
  const purges: Partial<Record<MemberRowType, PurgeMemberRow>> = MEMBER_ROW_PURGES;
  const purgeRow = purges[type] ?? ((_userId, _sortId, row) => deleteMemberRow(row));

  return purgePages(
    (from: DepthPosition | undefined) => readMemberRows(userId, type, PAGE_SIZE, from),
    (rows) => processRows(rows, (row) => purgeRow(userId, sortIdOf(type, row), row), logAs(type, userId)),
    timeLeft,
  );
}

/** Purges one row of the member's partition and its counterpart in another partition, if it has one. */
type PurgeMemberRow = (userId: string, sortId: string, row: MemberRow) => Promise<void>;

/** How to purge items with the rule `member-row-step`. The compiler rejects an item type without its entry. */
const MEMBER_ROW_PURGES: Readonly<Record<ItemTypesWith<{ purge: 'member-row-step' }>, PurgeMemberRow>> = {
  like: (userId, likedPartition) => purgeLike(userId, likedItemKey(likedPartition)),
  following: (userId, followedId) => purgeFollow(userId, followedId, userId),
  follower: (userId, followerId) => purgeFollow(followerId, userId, userId),
  // Entries of payments are kept for accounting, under an ID that no longer identifies anyone.
  ledgerEntry: async (_userId, _sortId, row) => (row.payment || row.purchasedCm ? undefined : deleteMemberRow(row)),
  inboxRow: purgeInboxRow,
  memberSocket: (userId, connectionId) => unregisterSocket(userId, connectionId),
};

/** Returns the key of the file or post in a partition that the member likes. */
function likedItemKey(pk: string): ItemKey {
  return itemKey(mainTypeOf({ pk }) === 'file' ? 'file' : 'post', partitionIdOf({ pk }));
}

/** Deletes the member's inbox row, and the messages if the partner's account is deleted too. */
async function purgeInboxRow(userId: string, partnerId: string, row: MemberRow): Promise<void> {
  const partner = await openForJob(REASON, getMember(partnerId, { consistent: true }));
  if (!partner || isDeleted(partner)) {
    let mayHaveMore = true;
    while (mayHaveMore) mayHaveMore = await purgeConversation(conversationId(userId, partnerId));
  }

  await deleteMemberRow(row);
}

/** Purges page after page until the last one, or until the time runs out. */
async function purgePages<Row, Position>(
  readPage: (from: Position | undefined) => Promise<{ rows: readonly Row[]; next: Position | null | undefined }>,
  purgePage: (rows: readonly Row[]) => Promise<number>,
  timeLeft: TimeLeft,
): Promise<StepResult> {
  let failed = 0;
  let from: Position | undefined;

  do {
    const { rows, next } = await readPage(from);
    failed += await purgePage(rows);

    from = next ?? undefined;
    if (from !== undefined && !timeLeft()) return { interrupted: true, failed };
  } while (from !== undefined);

  return { interrupted: false, failed };
}

/** Describes the rows of a step for the log. Keys may contain file names, so the log has the step only. */
function logAs(step: string, userId: string) {
  return { job: JOB, describe: () => ({ step, userId }) };
}

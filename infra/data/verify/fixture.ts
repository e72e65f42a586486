import { PutObjectCommand, type S3Client } from '@aws-sdk/client-s3';
import { incrementBase32, ulid } from 'ulid';
import { formatStorageKey, type StoragePurpose } from '../../../lambdas/storage/storage-key.ts';
import { reserveCalls, reserveFrames } from '../../../lambdas/table/call-count.ts';
import { changeDepth, recordDeletedMemberReversal } from '../../../lambdas/table/change-depth.ts';
import { deleteCommentItem, storeComment } from '../../../lambdas/table/comment.ts';
import { claim, countUses } from '../../../lambdas/table/conduct.ts';
import { countMember } from '../../../lambdas/table/depth-histogram.ts';
import { getFile, type StoredFile } from '../../../lambdas/table/file.ts';
import { creditFile, debitFile, type FileBytes, recreditFile } from '../../../lambdas/table/file-credit.ts';
import { setMedia } from '../../../lambdas/table/file-media.ts';
import { follow } from '../../../lambdas/table/follow.ts';
import { buildResultPut } from '../../../lambdas/table/idempotency.ts';
import { buildInboxUpdate, getInboxRow, moveWatermark } from '../../../lambdas/table/inbox.ts';
import { saveJobProgress } from '../../../lambdas/table/job-progress.ts';
import { leaseSegment, saveSegment } from '../../../lambdas/table/job-segments.ts';
import { conversationId, fileKey, postKey } from '../../../lambdas/table/keys.ts';
import { setLike } from '../../../lambdas/table/like.ts';
import { buildMessagePuts } from '../../../lambdas/table/message.ts';
import { storeOrder } from '../../../lambdas/table/payment-order.ts';
import { finishAccountPurge, hideAccount } from '../../../lambdas/table/pending-purge.ts';
import { getPost, hidePost, storePost, writePostTombstone } from '../../../lambdas/table/post.ts';
import { createProfile, editProfile, getProfile, type Profile } from '../../../lambdas/table/profile.ts';
import { unseal } from '../../../lambdas/table/sealed.ts';
import { registerSocket } from '../../../lambdas/table/socket.ts';
import { issueTicket } from '../../../lambdas/table/ticket.ts';
import { transact } from '../../../lambdas/table/transaction.ts';
import { storeUnclaimed } from '../../../lambdas/table/unclaimed-payment.ts';
import { buildUploadReservation } from '../../../lambdas/table/upload-reservation.ts';
import { PREVIEW_PIXELS, THUMBNAIL_PIXELS } from '../../../shared/rules/limits.ts';

export const ADA = 'ada-0000-4000';

export const BEN = 'ben-0000-4000';

/** A member who has deleted her account. Its purge is complete. */
export const CLEO = 'cleo-0000-4000';

/** A member who has deleted her account. Its purge is pending. */
export const DORA = 'dora-0000-4000';

/** Contributed bytes of a test entry: 0.1 MB rounded up, which adds a depth of 1 mm. */
const TEST_BYTES = 104_858;

/** Parts of personal data in the community. They must never be in a report. */
export const PERSONAL_TEXTS = ['Lovelace', 'fathom.example', 'holiday', 'secret words', 'my-client-id'] as const;

/** IDs of the community's content. */
export interface Community {
  /** Storage key of Ada's file, which has one correction and Ada's like. */
  readonly file: string;
  /** Storage key of Ada's profile picture. */
  readonly avatar: string;
  /** Ada's post with a picture, a like, and two comments. */
  readonly post: string;
  readonly comments: readonly [string, string];
  /** Ben's hidden post. */
  readonly hiddenPost: string;
  /** Ben's purged post. */
  readonly purgedPost: string;
  readonly messages: readonly string[];
}

/** Fills the table and the bucket with consistent items of every type, through the modules that write them. */
export async function createCommunity(s3: S3Client, bucket: string): Promise<Community> {
  for (const userId of [ADA, BEN, CLEO, DORA]) {
    await createProfile({ userId, email: `${userId}@fathom.example`, username: `Lovelace ${userId}` });
  }

  const storage = { s3, bucket };
  const file = await addFiles(storage);
  await addPayments(ADA);
  await changeDepth({ userId: BEN, source: 'test', sourceId: 'one', bytes: TEST_BYTES, purchasedCm: 0 });
  await setLike(await readProfile(ADA), fileKey(file), { liked: true });

  const { key: avatar } = await storeObject(storage, ADA, 'avatar', 'me');
  await editProfile(unseal(await getProfile(ADA))!, { profilePicture: avatar });

  const content = await addPosts(await storeObject(storage, ADA, 'post', 'picture'));
  await follow(await readProfile(ADA), BEN);

  // Ada has read Ben's answer. Ben hasn't read her last message.
  const messages = [await addMessage(ADA, BEN), await addMessage(BEN, ADA), await addMessage(ADA, BEN)];
  await moveWatermark(ADA, BEN, messages[1]!);

  await addShortLivedItems(content.post);
  await addJobItems();
  await storeUnclaimed({
    provider: 'paypal',
    paymentId: 'LOST1',
    cents: 100,
    returnedCents: 0,
    currency: 'usd',
    reason: 'no member',
  });

  await deleteAccounts();
  await countInHistogram([ADA, BEN]);

  return { file, avatar, ...content, messages };
}

/** The bucket in which the community's objects are stored. */
interface ObjectStorage {
  readonly s3: S3Client;
  readonly bucket: string;
}

/** Stores an object under a new storage key. */
async function storeObject(
  storage: ObjectStorage,
  userId: string,
  purpose: StoragePurpose,
  body: string,
): Promise<StoredObject> {
  const key = formatStorageKey({ purpose, userId, ulid: ulid(), fileName: 'holiday photo.png' });
  const etag = await putObject(storage, key, body);
  return { key, etag, checksum: etag, size: body.length };
}

/** Stores an object. Returns its entity tag. */
async function putObject({ s3, bucket }: ObjectStorage, key: string, body: string): Promise<string> {
  const { ETag = '' } = await s3.send(new PutObjectCommand({ Bucket: bucket, Key: key, Body: body }));
  return ETag;
}

/** Adds Ada's file with its renditions, a duplicate, and a deleted file. Returns the storage key of the first file. */
async function addFiles(storage: ObjectStorage): Promise<string> {
  // Replaces the bytes of the file after the upload.
  const file = await addFile(ADA, await storeObject(storage, ADA, 'file', 'a'.repeat(3000)));
  const etag = await putObject(storage, file.key, 'b'.repeat(5000));
  await recreditFile(file, { size: 5000, contentType: 'image/png', etag, checksum: etag });
  await setMedia({ key: file.key, etag }, { width: 4, height: 3, renditions: [THUMBNAIL_PIXELS, PREVIEW_PIXELS] });

  for (const name of ['320.webp', '1280.webp']) {
    await putObject(storage, file.key.replace('files/', 'renditions/').replace(/[^/]+$/, name), name);
  }

  // A second file with the same bytes, which earns nothing.
  const duplicate = await storeObject(storage, ADA, 'file', 'b'.repeat(5000));
  await addFile(ADA, duplicate);

  // A deleted file. Its checksum differs, so that it was credited before the deletion.
  await debitFile(await addFile(ADA, { ...duplicate, key: file.key.replace('photo', 'film'), checksum: '"1"' }));

  return file.key;
}

/** Adds items of Ada's that expire: of a socket, a repeatable request, an order, and limits. */
async function addShortLivedItems(postId: string): Promise<void> {
  await registerSocket({ userId: ADA, issuedAt: 1 }, 'connection-1');
  await issueTicket({ userId: ADA, issuedAt: 1 });
  await transact(() => [buildResultPut({ userId: ADA, kind: 'POST', key: 'my-client-id' }, postId)]);
  await storeOrder({ orderId: 'ORDER1', userId: ADA, steps: 10, packageName: 'small', merchantId: 'M' });

  const reservation = { userId: ADA, minute: Math.floor(Date.now() / 60_000), count: 10, limit: 600 };
  await Promise.all([reserveCalls(reservation), reserveFrames('all', reservation)]);
  await countUses({ userId: ADA }, { uploads: 1, uploadBytes: 5 }, [buildUploadReservation(ADA, 'ULID', 5)]);
}

/** Adds the progress of a job, and of one segment of a job that several workers share. */
async function addJobItems(): Promise<void> {
  await saveJobProgress('purge-orphans', { progress: [] });

  const segment = { job: 'audit-ledgers', number: 0, count: 4 };
  await leaseSegment(segment, 'worker', { now: 1, until: 2 });
  await saveSegment(segment, 'worker', { from: null }, 2);
}

/** Returns a member's profile, read consistently. */
export async function readProfile(userId: string): Promise<Profile> {
  return unseal(await getProfile(userId, { consistent: true }))!;
}

/** What a file or picture records about its stored object. */
type StoredObject = Pick<FileBytes, 'etag' | 'size' | 'checksum'> & Pick<StoredFile, 'key'>;

/** Records a file. Credits it unless the member has another file with the same bytes. */
export async function addFile(userId: string, object: StoredObject): Promise<StoredFile> {
  await creditFile({
    ...object,
    userId,
    fileName: 'holiday photo.png',
    contentType: 'image/png',
    uploadedAt: new Date().toISOString(),
    description: 'secret words',
    likeCount: 0,
    views: 0,
  });
  return unseal(await getFile(object.key))!;
}

/** Records a payment, a refund of a part, and the reinstatement of that part. */
async function addPayments(userId: string): Promise<void> {
  const payment = { provider: 'stripe', paymentId: 'pi_1', cents: 1000, packageName: 'medium' } as const;
  const refund = { ...payment, cents: -400 };
  const reinstatement = { ...payment, cents: 400 };

  const entries = [
    { source: 'stripe', sourceId: 'pi_1', purchasedCm: 100_000, payment },
    { source: 'refund', sourceId: 're_1', purchasedCm: -40_000, payment: refund },
    { source: 'reinstatement', sourceId: 're_1', purchasedCm: 40_000, payment: reinstatement },
  ] as const;
  for (const entry of entries) await changeDepth({ userId, bytes: 0, ...entry });
}

/** Builds the attributes that all posts share. */
const buildPostAttributes = () => ({
  content: 'secret words',
  createdAt: new Date().toISOString(),
  depth: 0,
  likeCount: 0,
  commentCount: 0,
});

/** Publishes a post with a stored picture, and counts the picture. Returns the post's ID. */
export async function publishPicture(
  userId: string,
  { key, size }: Pick<StoredObject, 'key' | 'size'>,
): Promise<string> {
  const postId = key.split('/')[2]!;
  const image = { key, contentType: 'image/png', alt: 'holiday', size };
  const { limitWrites } = claim({ userId }, { storedBytes: size });
  await storePost({ ...buildPostAttributes(), postId, userId, image }, { limitWrites });
  return postId;
}

/** Adds Ada's post with its comments and likes, and Ben's hidden and purged posts. */
async function addPosts(picture: StoredObject) {
  const hiddenPost = ulid();
  const purgedPost = ulid();
  const post = await publishPicture(ADA, picture);
  for (const postId of [hiddenPost, purgedPost]) await storePost({ ...buildPostAttributes(), postId, userId: BEN });

  // Deletes the newest of three comments, so that the post contains a copy of the second one.
  const comments = [ulid(Date.now() - 2000), ulid(Date.now() - 1000)] as const;
  for (const commentId of [...comments, ulid()]) await addCommentTo(post, commentId);
  const { newestComment } = unseal(await getPost(post))!;
  await deleteCommentItem(newestComment!);

  await setLike(await readProfile(BEN), postKey(post), { liked: true });
  await setLike(await readProfile(BEN), postKey(purgedPost), { liked: true });
  await hidePost({ postId: hiddenPost, userId: BEN });
  await writePostTombstone(purgedPost);

  return { post, comments, hiddenPost, purgedPost };
}

/** Stores a comment of Ben's. */
export async function addCommentTo(postId: string, commentId = ulid()): Promise<void> {
  const comment = { postId, commentId, userId: BEN, text: 'secret words', createdAt: new Date().toISOString() };
  await storeComment(comment, await readProfile(BEN));
}

/** Stores a message with both inbox rows. Returns its ID. */
export async function addMessage(sender: string, recipient: string): Promise<string> {
  const lastMessageId = (await getInboxRow(sender, recipient))?.lastMessageId;
  // A new ULID of the same millisecond could be smaller than the ID of the last message.
  const messageId = lastMessageId === undefined ? ulid() : incrementBase32(lastMessageId);
  const message = {
    messageId,
    sender,
    recipient,
    content: 'secret words',
    timestamp: new Date().toISOString(),
    clientMessageId: `my-client-id ${messageId}`,
    conversation: conversationId(sender, recipient),
  };

  await transact(() => [
    ...buildMessagePuts(message),
    buildInboxUpdate({ userId: sender, otherId: recipient }, message, lastMessageId),
    buildInboxUpdate({ userId: recipient, otherId: sender }, message, lastMessageId),
  ]);

  return messageId;
}

/** Deletes the accounts of Cleo, whose purge is complete, and of Dora, whose purge is pending. */
async function deleteAccounts(): Promise<void> {
  const payment = { provider: 'paypal', paymentId: 'CAPTURE1', cents: 100, packageName: 'small' } as const;
  await changeDepth({ userId: CLEO, source: 'paypal', sourceId: 'CAPTURE1', bytes: 0, purchasedCm: 10_000, payment });
  await hideAccount(CLEO);
  await finishAccountPurge(CLEO);

  const reversal = { userId: CLEO, source: 'refund', sourceId: 'REFUND1', bytes: 0, purchasedCm: -4000 } as const;
  await recordDeletedMemberReversal({ ...reversal, payment: { ...payment, cents: -40 } });

  await changeDepth({ userId: DORA, source: 'test', sourceId: 'one', bytes: TEST_BYTES, purchasedCm: 0 });
  await hideAccount(DORA);
}

/** Counts members in the histogram of depths by their present profiles, as the change feed does. */
export async function countInHistogram(userIds: readonly string[]): Promise<void> {
  for (const userId of userIds) await countMember(await readProfile(userId));
}

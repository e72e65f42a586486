/** Stores items for the tests of the account purge, and reads the remaining rows. */
import { QueryCommand } from '@aws-sdk/lib-dynamodb';
import { incrementBase32, ulid } from 'ulid';
import { changeDepth } from '../table/change-depth.ts';
import { table, tableName } from '../table/client.ts';
import { storeComment } from '../table/comment.ts';
import { follow } from '../table/follow.ts';
import { buildResultPut } from '../table/idempotency.ts';
import { buildInboxUpdate } from '../table/inbox.ts';
import { conversationId, fileKey, postKey } from '../table/keys.ts';
import { setLike } from '../table/like.ts';
import { buildMessagePuts } from '../table/message.ts';
import { storeOrder } from '../table/payment-order.ts';
import { readPendingPurges } from '../table/pending-purge.ts';
import { getProfile } from '../table/profile.ts';
import { unseal } from '../table/sealed.ts';
import { registerSocket } from '../table/socket.ts';
import { transact } from '../table/transaction.ts';

/** A depth at which every post is visible, in micrometres. */
const TOP_DEPTH = 1e12;

/** Maximum pending purges to search. A test file creates fewer. */
const MAX_PURGES = 1000;

/** Stores a comment by a member who can see the post. Returns its ID. */
export async function createComment(postId: string, userId: string): Promise<string> {
  const comment = { commentId: ulid(), postId, userId, text: 'Hello', createdAt: new Date().toISOString() };

  const outcome = await storeComment(comment, { userId, depth: TOP_DEPTH });
  if (outcome !== 'created') throw new Error(`The comment was not stored: ${outcome}`);

  return comment.commentId;
}

/** The ID of the last message. Incremented, because ULIDs of the same millisecond are not in order. */
let lastMessageId = ulid();

/** Stores the first message between two members. */
export async function createMessage(sender: string, recipient: string): Promise<void> {
  lastMessageId = incrementBase32(lastMessageId);
  const message = {
    messageId: lastMessageId,
    clientMessageId: lastMessageId,
    conversation: conversationId(sender, recipient),
    sender,
    recipient,
    content: 'Ahoy',
    timestamp: new Date().toISOString(),
  };

  await transact(() => [
    ...buildMessagePuts(message),
    buildInboxUpdate({ userId: sender, otherId: recipient }, message, undefined),
    buildInboxUpdate({ userId: recipient, otherId: sender }, message, undefined),
  ]);
}

/** A member who will leave, another member, and the items that they respond to. */
interface LeaverAndOther {
  readonly leaver: string;
  readonly otherMember: string;
  /** The ID of the leaver's post. */
  readonly post: string;
  /** The ID of the other member's post. */
  readonly otherPost: string;
  /** The storage key of the other member's file. */
  readonly otherFile: string;
}

/** Lets two members follow each other. Both must be at the same depth. */
async function followEachOther(firstMember: string, secondMember: string): Promise<void> {
  const { depth } = unseal(await getProfile(firstMember))!;

  const outcomes = [
    await follow({ userId: firstMember, depth }, secondMember),
    await follow({ userId: secondMember, depth }, firstMember),
  ];
  if (outcomes.some((outcome) => outcome !== 'changed')) throw new Error(`A follow was not stored: ${outcomes}`);
}

/** Stores a payment, a refund that changes the depth, and a refund that records a payment without a change. */
async function storePayments(userId: string): Promise<void> {
  await changeDepth({ userId, source: 'stripe', sourceId: 'pi_1', bytes: 0, purchasedCm: 10_000 });
  await changeDepth({ userId, source: 'refund', sourceId: 're_1', bytes: 0, purchasedCm: -1 });

  const payment = { provider: 'stripe', paymentId: 'pi_1', cents: 1, packageName: '' } as const;
  await changeDepth({ userId, source: 'refund', sourceId: 're_0', bytes: 0, purchasedCm: 0, payment });
}

/**
 * Stores every other kind of row for a member who has a file and a post. The member's socket has the ID
 * `<leaver>-1`. Returns the ID of the other member's comment on their own post.
 */
export async function storeFurtherRows(members: LeaverAndOther): Promise<string> {
  const { leaver, otherMember, post, otherPost, otherFile } = members;
  await followEachOther(leaver, otherMember);
  await storePayments(leaver);

  const otherCommentId = await createComment(otherPost, otherMember);
  await createComment(otherPost, leaver);
  await createComment(post, otherMember);
  const viewer = { userId: leaver, depth: TOP_DEPTH };
  await setLike(viewer, fileKey(otherFile), { liked: true });
  await setLike(viewer, postKey(otherPost), { liked: true });

  await transact(() => [buildResultPut({ userId: leaver, kind: 'POST', key: 'once' }, post)]);
  await storeOrder({ orderId: 'O', userId: leaver, steps: 1, packageName: '', merchantId: '' });
  await registerSocket({ userId: leaver, issuedAt: 1 }, `${leaver}-1`);
  await createMessage(leaver, otherMember);

  return otherCommentId;
}

/** Returns whether the purge of a member's account is pending. */
export async function isPending(userId: string): Promise<boolean> {
  const { purges } = await readPendingPurges(MAX_PURGES);
  return purges.some((purge) => purge.kind === 'account' && purge.userId === userId);
}

/** Reads the sort keys of a partition. Strongly consistent. */
export async function readSortKeys(pk: string): Promise<string[]> {
  const { Items = [] } = await table.send(
    new QueryCommand({
      TableName: tableName(),
      KeyConditionExpression: 'pk = :pk',
      ExpressionAttributeValues: { ':pk': pk },
      ConsistentRead: true,
    }),
  );
  return Items.map(({ sk }) => sk);
}

/** Stores items for the tests of the account purge, and reads the remaining rows. */
import { QueryCommand } from '@aws-sdk/lib-dynamodb';
import { incrementBase32, ulid } from 'ulid';
import { table, tableName } from '../table/client.ts';
import { storeComment } from '../table/comment.ts';
import { buildInboxUpdate } from '../table/inbox.ts';
import { conversationId } from '../table/keys.ts';
import { buildMessagePuts } from '../table/message.ts';
import { readPendingPurges } from '../table/pending-purge.ts';
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

import { QueryCommand } from '@aws-sdk/lib-dynamodb';
import { incrementBase32, ulid } from 'ulid';
import { table, tableName } from '../table/client.ts';
import { storeComment } from '../table/comment.ts';
import { buildInboxUpdate } from '../table/inbox.ts';
import { conversationId } from '../table/keys.ts';
import { buildMessagePuts } from '../table/message.ts';
import { readPendingPurges } from '../table/pending-purge.ts';
import { transact } from '../table/transaction.ts';

/** Stores a comment by a member who can see the post. Returns its ID. */
export async function createComment(postId: string, userId: string): Promise<string> {
  const comment = { commentId: ulid(), postId, userId, text: 'Hello', createdAt: new Date().toISOString() };
  const outcome = await storeComment(comment, { userId, depth: 1e12 });
  if (outcome !== 'created') throw new Error(`The comment was not stored: ${outcome}`);
  return comment.commentId;
}

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
  const { purges } = await readPendingPurges(1000);
  return purges.some((purge) => purge.kind === 'account' && purge.userId === userId);
}

/** Reads the sort keys of a partition. */
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

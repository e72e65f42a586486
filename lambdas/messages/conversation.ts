import type { Input, Response } from '../../shared/contract/endpoint.ts';
import type { Message, messages } from '../../shared/contract/messages.ts';
import { UserNotFound } from '../access/errors.ts';
import { findIdentity, metresAbove } from '../access/profiles.ts';
import { loadViewer } from '../access/viewer.ts';
import { presentCard } from '../members/user-card.ts';
import { InvalidInput } from '../platform/errors.ts';
import type { Caller } from '../platform/identity.ts';
import { getInboxRow } from '../table/inbox.ts';
import { conversationId } from '../table/keys.ts';
import { readMessages, type StoredMessage } from '../table/message.ts';
import { isDeleted } from '../table/profile.ts';

/**
 * Returns messages of the caller's conversation with another member. If that member has left, an existing conversation
 * stays readable.
 *
 * @throws InvalidInput if the other member is the caller
 * @throws UserNotFound if there is neither such a member nor such a conversation
 */
export async function readConversation(
  caller: Caller,
  { userId, before, after, limit }: Input<typeof messages.conversation>,
): Promise<Response<typeof messages.conversation>> {
  if (userId === caller.userId) throw new InvalidInput('userId: you cannot write to yourself.');
  const [viewer, other, own, theirs] = await Promise.all([
    loadViewer(caller),
    findIdentity(userId),
    getInboxRow(caller.userId, userId),
    getInboxRow(userId, caller.userId),
  ]);
  const member = other && !isDeleted(other) ? other : undefined;
  if (!member && !own) throw new UserNotFound();
  const page = own
    ? await readMessages(conversationId(caller.userId, userId), { before, after }, limit)
    : { messages: [], more: false };
  return {
    // A partner without a profile has left, and the mark of the deleted account has expired.
    user: presentCard(userId, other ?? { userId, deletedAt: '' }),
    messages: page.messages.map(presentMessage),
    more: page.more,
    read: { own: own?.readUpTo ?? null, other: theirs?.readUpTo ?? null },
    left: !member,
    missingMetres: member && !own ? metresAbove(viewer, member) : 0,
  };
}

/** Builds the response for one message. Both participants see the same. */
export function presentMessage(message: StoredMessage): Message {
  const { messageId, clientMessageId, sender, recipient, content, timestamp } = message;
  return { id: messageId, clientMessageId, sender, recipient, content, timestamp };
}

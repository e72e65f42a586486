import type { Input, Response } from '../../shared/contract/endpoint.ts';
import type { Message, messages } from '../../shared/contract/messages.ts';
import { UserNotFound } from '../access/errors.ts';
import { findIdentity, metresAbove } from '../access/profiles.ts';
import { requireOtherMember } from '../access/session.ts';
import { loadViewer } from '../access/viewer.ts';
import { buildPartnerCard } from '../members/user-card.ts';
import type { Caller } from '../platform/identity.ts';
import { getInboxRow } from '../table/inbox.ts';
import { conversationId } from '../table/keys.ts';
import { readMessages, type StoredMessage } from '../table/message.ts';
import { isDeleted } from '../table/profile.ts';

/**
 * Returns messages of the caller's conversation with a partner. An existing conversation stays readable after the
 * partner has deleted their account.
 *
 * @throws InvalidInput if the partner is the caller
 * @throws UserNotFound if neither the partner nor the conversation exists
 */
export async function readConversation(
  caller: Caller,
  { userId, before, after, limit }: Input<typeof messages.conversation>,
): Promise<Response<typeof messages.conversation>> {
  await requireOtherMember(caller, userId, 'message-yourself');

  const [viewer, partner, ownRow, partnerRow] = await Promise.all([
    loadViewer(caller),
    findIdentity(userId),
    getInboxRow(caller.userId, userId),
    getInboxRow(userId, caller.userId),
  ]);

  const activePartner = partner && !isDeleted(partner) ? partner : undefined;
  if (!activePartner && !ownRow) throw new UserNotFound();

  const page = ownRow
    ? await readMessages(conversationId(caller.userId, userId), { before, after }, limit)
    : { messages: [], more: false };

  return {
    user: buildPartnerCard(userId, partner),
    messages: page.messages.map(presentMessage),
    more: page.more,
    read: { own: ownRow?.readUpTo ?? null, other: partnerRow?.readUpTo ?? null },
    left: !activePartner,
    // Only starting a conversation has a condition on depth, not continuing it.
    missingMetres: activePartner && !ownRow ? metresAbove(viewer, activePartner) : 0,
  };
}

/** Builds the response for one message, which is the same for both participants. */
export function presentMessage(message: StoredMessage): Message {
  const { messageId, clientMessageId, sender, recipient, content, timestamp } = message;
  return { id: messageId, clientMessageId, sender, recipient, content, timestamp };
}

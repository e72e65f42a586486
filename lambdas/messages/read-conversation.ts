import type { Input, Response } from '../../shared/contract/endpoint.ts';
import type { messages } from '../../shared/contract/messages.ts';
import { viewerOf } from '../account/viewer.ts';
import { InvalidInput } from '../platform/errors.ts';
import type { Caller } from '../platform/identity.ts';
import { getInboxRow } from '../table/inbox.ts';
import { conversationId } from '../table/keys.ts';
import { readMessages } from '../table/message.ts';
import { getPerson, isDeleted } from '../table/profile.ts';
import { UserNotFound } from '../users/errors.ts';
import { metresMissing } from '../users/open-profile.ts';
import { presentCard } from '../users/user-cards.ts';
import { presentMessage } from './present-messages.ts';

/**
 * Messages of the caller's conversation with another member: of one who has left as well, if they have one.
 *
 * @throws InvalidInput when the other is the caller
 * @throws UserNotFound when there is neither such a member nor such a conversation
 */
export async function readConversation(
  caller: Caller,
  { userId, before, after, limit }: Input<typeof messages.conversation>,
): Promise<Response<typeof messages.conversation>> {
  if (userId === caller.userId) throw new InvalidInput('userId: you cannot write to yourself.');
  const [viewer, other, own, theirs] = await Promise.all([
    viewerOf(caller),
    getPerson(userId),
    getInboxRow(caller.userId, userId),
    getInboxRow(userId, caller.userId),
  ]);
  const profile = isDeleted(other) ? undefined : other;
  if (!profile && !own) throw new UserNotFound();
  const page = own
    ? await readMessages(conversationId(caller.userId, userId), { before, after }, limit)
    : { messages: [], more: false };
  return {
    // Whoever the caller has written with was somebody once.
    user: presentCard(userId, other ?? { userId, deletedAt: '' }),
    messages: page.messages.map(presentMessage),
    more: page.more,
    read: { own: own?.readUpTo ?? null, other: theirs?.readUpTo ?? null },
    left: !profile,
    missingMetres: profile && !own ? metresMissing(viewer, profile) : 0,
  };
}

import type { Message } from '../../shared/contract/messages.ts';
import type { StoredMessage } from '../table/message.ts';

/** A message as both of its participants see it. */
export function presentMessage({
  messageId,
  clientMessageId,
  sender,
  recipient,
  content,
  timestamp,
}: StoredMessage): Message {
  return { id: messageId, clientMessageId, sender, recipient, content, timestamp };
}

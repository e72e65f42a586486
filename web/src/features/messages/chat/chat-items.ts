import type { Message } from '../../../../../shared/contract/messages.ts';
import { texts } from './texts.ts';

/** A row of the message list: a message, a day separator, or the marker above the first new message. */
type ChatItem =
  | { readonly kind: 'day'; readonly key: string; readonly label: string }
  | { readonly kind: 'new'; readonly key: string }
  | { readonly kind: 'message'; readonly key: string; readonly message: Message };

/**
 * Returns the messages with day separators and the marker of new messages between them.
 *
 * @param firstNewId - the message below the marker
 */
export function buildChatItems(
  messages: readonly Message[],
  viewerId: string,
  firstNewId?: string,
  now = new Date(),
): ChatItem[] {
  let day = '';

  return messages.flatMap((message) => {
    const items: ChatItem[] = [];
    const sentAt = new Date(message.timestamp);

    if (sentAt.toDateString() !== day) {
      day = sentAt.toDateString();
      items.push({ kind: 'day', key: `day ${day}`, label: formatDay(sentAt, now) });
    }
    if (message.id === firstNewId) items.push({ kind: 'new', key: 'new' });

    items.push({ kind: 'message', key: keyFor(message, viewerId), message });
    return items;
  });
}

/** Returns the ID of the partner's first message after `readUpTo`. */
export function findFirstUnreadId(
  messages: readonly Message[],
  partnerId: string,
  readUpTo: string,
): string | undefined {
  return messages.find(({ id, sender }) => sender === partnerId && id > readUpTo)?.id;
}

/** Returns "Today", "Yesterday", or a date such as "Sunday, March 1". Adds the year unless it is the current year. */
export function formatDay(day: Date, now: Date): string {
  const yesterday = new Date(now.getFullYear(), now.getMonth(), now.getDate() - 1);
  if (day.toDateString() === now.toDateString()) return texts.today;
  if (day.toDateString() === yesterday.toDateString()) return texts.yesterday;

  const year = day.getFullYear() === now.getFullYear() ? undefined : 'numeric';
  return day.toLocaleDateString('en', { weekday: 'long', month: 'long', day: 'numeric', year });
}

/** Returns the React key of a message. The viewer's own messages keep the key that they had while unsent. */
function keyFor({ id, clientMessageId, sender }: Message, viewerId: string): string {
  return sender === viewerId ? clientMessageId : id;
}

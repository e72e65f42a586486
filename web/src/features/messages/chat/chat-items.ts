import type { Message } from '../../../../../shared/contract/messages.ts';
import { texts } from '../texts.ts';

/** What stands in a conversation: messages, the days between them, and where the new ones begin. */
type ChatItem =
  | { readonly kind: 'day'; readonly key: string; readonly label: string }
  | { readonly kind: 'new'; readonly key: string }
  | { readonly kind: 'message'; readonly key: string; readonly message: Message };

/**
 * The messages with what stands between them.
 *
 * @param firstNew - id of the message above which the mark of new ones stands
 */
export function chatItems(
  messages: readonly Message[],
  viewerId: string,
  firstNew?: string,
  now = new Date(),
): ChatItem[] {
  let day = '';
  return messages.flatMap((message) => {
    const items: ChatItem[] = [];
    const written = new Date(message.timestamp);
    if (written.toDateString() !== day) {
      day = written.toDateString();
      items.push({ kind: 'day', key: `day ${day}`, label: dayLabel(written, now) });
    }
    if (message.id === firstNew) items.push({ kind: 'new', key: 'new' });
    items.push({ kind: 'message', key: keyOf(message, viewerId), message });
    return items;
  });
}

/** The first message of the other after one that was seen. */
export function firstUnseen(messages: readonly Message[], otherId: string, seenUpTo: string): string | undefined {
  return messages.find(({ id, sender }) => sender === otherId && id > seenUpTo)?.id;
}

/** "Today", "Yesterday", or the day itself: "Sunday, March 1", with the year when it is not this one. */
export function dayLabel(day: Date, now: Date): string {
  const yesterday = new Date(now.getFullYear(), now.getMonth(), now.getDate() - 1);
  if (day.toDateString() === now.toDateString()) return texts.today;
  if (day.toDateString() === yesterday.toDateString()) return texts.yesterday;
  const year = day.getFullYear() === now.getFullYear() ? undefined : 'numeric';
  return day.toLocaleDateString('en', { weekday: 'long', month: 'long', day: 'numeric', year });
}

/** One's own keep the key that they had while they were on their way, so that they stay what they are on screen. */
function keyOf({ id, clientMessageId, sender }: Message, viewerId: string): string {
  return sender === viewerId ? clientMessageId : id;
}

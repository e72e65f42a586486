import { UNREAD_BADGE_MAX } from '../../../../shared/rules/limits.ts';
import { Store, useStore } from '../../platform/state/store.ts';
import { useMessenger } from './messenger-context.ts';
import { texts } from './texts.ts';
import './unread-badge.css';

/** The total until the messenger has started. */
const NO_UNREAD = new Store(0);

/** Returns the number of conversations with unread messages. See docs/product.md#messages. */
export function useUnreadTotal(): number {
  return useStore(useMessenger()?.inbox.unreadCount ?? NO_UNREAD);
}

/** Shows the number of conversations with unread messages, or nothing if there are none. */
export function UnreadBadge() {
  const unreadCount = useUnreadTotal();
  if (unreadCount === 0) return null;

  const countText = formatUnreadCount(unreadCount);

  return (
    <span className="unread-badge">
      <span aria-hidden="true">{countText}</span>
      <span className="visually-hidden"> {texts.unreadMessages(countText)}</span>
    </span>
  );
}

/** Returns the text of a badge for a number of unread conversations: "99+" above 99. */
export function formatUnreadCount(count: number): string {
  return count > UNREAD_BADGE_MAX ? `${UNREAD_BADGE_MAX}+` : String(count);
}

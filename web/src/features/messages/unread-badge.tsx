import { Store, useStore } from '../../platform/state/store.ts';
import { useMessenger } from './messenger-context.ts';
import { texts } from './texts.ts';
import './unread-badge.css';
import { UNREAD_BADGE_MAX } from '../../../../shared/rules/limits.ts';

const ZERO = new Store(0);

/** Returns the number of unread messages in all conversations. See docs/product.md#messages. */
export function useUnreadTotal(): number {
  return useStore(useMessenger()?.inbox.unread ?? ZERO);
}

/** Shows the number of unread messages, or nothing if there are none. */
export function UnreadBadge() {
  const unreadCount = useUnreadTotal();
  if (unreadCount === 0) return null;
  const text = formatUnreadCount(unreadCount);
  return (
    <span className="unread-badge">
      <span aria-hidden="true">{text}</span>
      <span className="visually-hidden"> {texts.unreadMessages(text)}</span>
    </span>
  );
}

/** Returns the text of a badge: "99+" above 99. */
export function formatUnreadCount(total: number): string {
  return total > UNREAD_BADGE_MAX ? `${UNREAD_BADGE_MAX}+` : String(total);
}

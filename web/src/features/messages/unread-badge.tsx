import { Store, useStore } from '../../platform/store.ts';
import { useMessenger } from './messenger-context.ts';
import { texts } from './texts.ts';
import './unread-badge.css';
import { UNREAD_BADGE_MAX } from '../../../../shared/depth/limits.ts';

const NONE = new Store(0);

/** How many messages are unread in all. */
export function useUnread(): number {
  return useStore(useMessenger()?.inbox.unread ?? NONE);
}

/** The same as a badge, while there are any. */
export function UnreadBadge() {
  const unread = useUnread();
  if (unread === 0) return null;
  const text = unreadText(unread);
  return (
    <span className="unread-badge">
      <span aria-hidden="true">{text}</span>
      <span className="visually-hidden">, {texts.unreadMessages(text)}</span>
    </span>
  );
}

/** Unread messages for people: "99+" above 99. */
export function unreadText(total: number): string {
  return total > UNREAD_BADGE_MAX ? `${UNREAD_BADGE_MAX}+` : String(total);
}

import { Store, useStore } from '../../platform/store.ts';
import { useMessenger } from './messenger-context.ts';
import { texts } from './texts.ts';
import './unread-badge.css';
import { unreadText } from './unread-text.ts';

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

import { Suspense, useRef, useState } from 'react';
import { handleArrowKeys } from '../../../design/arrow-keys.ts';
import { lazyPart } from '../../../design/lazy-part.tsx';
import { useMessenger } from '../messenger-context.ts';
import { texts as messageTexts } from '../texts.ts';
import { formatUnreadCount, useUnreadTotal } from '../unread-badge.tsx';
import { texts } from './texts.ts';
import './notification-bell.css';

const NotificationList = lazyPart(async () => ({
  default: (await import('./notification-list.tsx')).NotificationList,
}));

/** The bell in the navigation bar, with a list of new messages. */
export function NotificationBell() {
  const messenger = useMessenger();
  const unreadCount = useUnreadTotal();
  const menu = useRef<HTMLDivElement>(null);
  const [isOpened, setIsOpened] = useState(false);
  const label =
    unreadCount > 0
      ? `${texts.heading}, ${messageTexts.unreadMessages(formatUnreadCount(unreadCount))}`
      : texts.heading;

  return (
    <>
      <button type="button" className="icon-button bell" popoverTarget="notifications" aria-label={label}>
        <svg viewBox="0 0 24 24" aria-hidden="true">
          <path d="M6 16V11a6 6 0 0 1 12 0v5l1.5 2h-15zM10 21h4" />
        </svg>
        {unreadCount > 0 && (
          <span className="bell__count" aria-hidden="true">
            {formatUnreadCount(unreadCount)}
          </span>
        )}
      </button>
      {/* biome-ignore lint/a11y/useSemanticElements: a popover, not a section of the page. */}
      <div
        ref={menu}
        id="notifications"
        role="group"
        className="popover notifications"
        popover="auto"
        aria-label={texts.heading}
        onKeyDown={handleArrowKeys}
        onToggle={({ newState }) => setIsOpened(newState === 'open')}
      >
        {isOpened && messenger && (
          <Suspense>
            <NotificationList messenger={messenger} onLeave={() => menu.current?.hidePopover()} />
          </Suspense>
        )}
      </div>
    </>
  );
}

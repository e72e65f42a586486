import { isBlank } from '../../../../../shared/text/text.ts';
import { Link } from '../../../design/link.tsx';
import { TimeAgo } from '../../../design/time-ago.tsx';
import { Avatar } from '../../../ocean/avatar.tsx';
import { useStore } from '../../../platform/state/store.ts';
import { displayName } from '../display-name.ts';
import type { Messenger } from '../messenger.ts';
import { PermissionButton } from './permission-button.tsx';
import { texts } from './texts.ts';

interface NotificationListProps {
  readonly messenger: Messenger;
  /** Called when a link is followed. */
  readonly onLeave: () => void;
}

/** Lists the newest messages, each with a link to its conversation. */
export function NotificationList({ messenger, onLeave }: NotificationListProps) {
  const notifications = useStore(messenger.notifications.recent);
  const rows = useStore(messenger.inbox.rows);

  return (
    <>
      <p className="notifications__heading" aria-hidden="true">
        {texts.heading}
      </p>
      {notifications.length === 0 ? (
        <div className="prompt notifications__none">
          <svg viewBox="0 0 24 24" aria-hidden="true">
            <path d="M6 16V11a6 6 0 0 1 12 0v5l1.5 2h-15zM10 21h4" />
          </svg>
          <p>{texts.noNotifications}</p>
          <p className="soft notifications__text">{texts.noNotificationsWhy}</p>
        </div>
      ) : (
        <ul className="notifications__list">
          {notifications.map(({ messageId, userId, content, timestamp }) => {
            const user = rows.find((row) => row.userId === userId)?.user;
            const name = displayName(userId, user);

            return (
              <li key={messageId}>
                <Link to={`/messages/${userId}`} onClick={onLeave}>
                  <Avatar username={name} picture={user?.profilePicture ?? ''} size={36} />
                  <span className="notifications__what">
                    <strong dir="auto">{name}</strong>
                    <span className="notifications__text" dir="auto">
                      {isBlank(content) ? texts.newMessage : content}
                    </span>
                    <span className="soft notifications__when">
                      <TimeAgo time={timestamp} />
                    </span>
                  </span>
                </Link>
              </li>
            );
          })}
        </ul>
      )}
      <PermissionButton />
      <Link className="notifications__all" to="/messages" onClick={onLeave}>
        {texts.allMessages}
      </Link>
    </>
  );
}

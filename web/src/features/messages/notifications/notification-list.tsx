import type { UserCard } from '../../../../../shared/contract/users.ts';
import { isBlank } from '../../../../../shared/text/text.ts';
import { Link } from '../../../design/link.tsx';
import { TimeAgo } from '../../../design/time-ago.tsx';
import { Avatar } from '../../../ocean/avatar.tsx';
import { useStore } from '../../../platform/state/store.ts';
import { displayName } from '../display-name.ts';
import type { Messenger } from '../messenger.ts';
import type { MessageNotification } from './message-notification.ts';
import { PermissionButton } from './permission-button.tsx';
import { texts } from './texts.ts';

interface NotificationListProps {
  readonly messenger: Messenger;
  /** Called when a link is followed. */
  readonly onLeave: () => void;
}

/**
 * The content of the bell's popover: the newest messages, each with a link to its conversation. Below them are the
 * button that turns on notifications, and a link to all messages.
 */
export function NotificationList({ messenger, onLeave }: NotificationListProps) {
  const notifications = useStore(messenger.notifications.recent);
  const conversations = useStore(messenger.inbox.rows);

  return (
    <>
      {/* Hidden from screen readers, because it repeats the popover's label. */}
      <p className="notifications__heading" aria-hidden="true">
        {texts.heading}
      </p>
      {notifications.length === 0 ? (
        <NoNotifications />
      ) : (
        <ul className="notifications__list">
          {notifications.map((notification) => (
            <NotificationItem
              key={notification.messageId}
              notification={notification}
              user={conversations.find(({ userId }) => userId === notification.userId)?.user}
              onLeave={onLeave}
            />
          ))}
        </ul>
      )}
      <PermissionButton />
      <Link className="notifications__all" to="/messages" onClick={onLeave}>
        {texts.allMessages}
      </Link>
    </>
  );
}

function NoNotifications() {
  return (
    <div className="prompt notifications__none">
      <svg viewBox="0 0 24 24" aria-hidden="true">
        <path d="M6 16V11a6 6 0 0 1 12 0v5l1.5 2h-15zM10 21h4" />
      </svg>
      <p>{texts.noNotifications}</p>
      <p className="soft notifications__text">{texts.noNotificationsWhy}</p>
    </div>
  );
}

interface NotificationItemProps {
  readonly notification: MessageNotification;
  /** The sender; undefined if the inbox hasn't loaded their conversation. */
  readonly user: UserCard | undefined;
  readonly onLeave: () => void;
}

function NotificationItem({ notification, user, onLeave }: NotificationItemProps) {
  const { userId, content, timestamp } = notification;
  const name = displayName(userId, user);

  return (
    <li>
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
}

import { type CSSProperties, type ReactNode, useEffect } from 'react';
import type { UserCard } from '../../../../../shared/contract/users.ts';
import { Link } from '../../../design/link.tsx';
import { TimeAgo } from '../../../design/time-ago.tsx';
import { Avatar } from '../../../ocean/avatar.tsx';
import { useStore } from '../../../platform/state/store.ts';
import type { Chat } from '../chat/chat.ts';
import { displayName } from '../display-name.ts';
import type { UnsentMessage } from '../outbox/outbox-state.ts';
import { formatUnreadCount } from '../unread-badge.tsx';
import type { InboxRow } from './inbox-rows.ts';
import { texts } from './texts.ts';

interface InboxEntryProps {
  readonly row: InboxRow;
  /** The position of the row within its page, which staggers the animation. */
  readonly position: number;
  /** The last message to this partner that failed. */
  readonly failedMessage: UnsentMessage | undefined;
  /** Whether the conversation is on screen next to the inbox. */
  readonly isOpen: boolean;
}

/** One conversation in the inbox. */
export function InboxEntry({ row, position, failedMessage, isOpen }: InboxEntryProps) {
  const { userId, user, lastMessage, unreadCount } = row;
  const isFailedNewest = failedMessage !== undefined && failedMessage.writtenAt >= lastMessage.timestamp;

  return (
    <Entry
      userId={userId}
      user={user}
      position={position}
      unreadCount={unreadCount}
      isOpen={isOpen}
      time={lastMessage.timestamp}
    >
      {isFailedNewest ? (
        <FailedPreview failedMessage={failedMessage} />
      ) : (
        <>
          {failedMessage && <strong className="inbox__stuck">{texts.unsentMessage} · </strong>}
          {lastMessage.senderId !== userId && <span className="inbox__you">{texts.ownMessage} </span>}
          {lastMessage.content}
        </>
      )}
    </Entry>
  );
}

interface UnsentEntryProps {
  readonly chat: Chat;
  readonly failedMessage: UnsentMessage;
  readonly isOpen: boolean;
}

/** An entry for a partner when every message to them failed, so the server has no conversation. */
export function UnsentEntry({ chat, failedMessage, isOpen }: UnsentEntryProps) {
  const { partner } = useStore(chat.state);

  useEffect(() => {
    if (!chat.state.value.partner) void chat.load();
  }, [chat]);

  return (
    <Entry
      userId={failedMessage.recipientId}
      user={partner}
      position={0}
      isOpen={isOpen}
      time={failedMessage.writtenAt}
    >
      <FailedPreview failedMessage={failedMessage} />
    </Entry>
  );
}

interface EntryProps {
  readonly userId: string;
  readonly user: UserCard | undefined;
  readonly position: number;
  readonly unreadCount?: number;
  readonly isOpen: boolean;
  /** ISO 8601. */
  readonly time: string;
  /** The preview of the last message. */
  readonly children: ReactNode;
}

function Entry({ userId, user, position, unreadCount = 0, isOpen, time, children }: EntryProps) {
  const name = displayName(userId, user);

  return (
    <li className="inbox__row" style={{ '--place': position } as CSSProperties}>
      <Link
        className={`inbox__link${unreadCount > 0 ? ' inbox__link--unread' : ''}`}
        to={`/messages/${userId}`}
        aria-current={isOpen ? 'page' : undefined}
      >
        <Avatar username={name} picture={user?.profilePicture ?? ''} size={48} />
        <span className="inbox__who">
          <span className="inbox__name" dir="auto">
            {name}
          </span>
          {unreadCount > 0 && <span className="visually-hidden"> {texts.unread}</span>}
          <span className="inbox__last" dir="auto">
            {children}
          </span>
        </span>
        <span className="inbox__aside soft">
          <TimeAgo time={time} />
          {user && <span className="inbox__depth">{texts.deep(user.depth)}</span>}
          {unreadCount > 0 && (
            <span className="inbox__count" aria-hidden="true">
              {formatUnreadCount(unreadCount)}
            </span>
          )}
        </span>
      </Link>
    </li>
  );
}

function FailedPreview({ failedMessage }: { failedMessage: UnsentMessage }) {
  return (
    <>
      <strong className="inbox__stuck">{texts.notSent} · </strong>
      {failedMessage.content}
    </>
  );
}

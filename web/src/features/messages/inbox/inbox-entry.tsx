import type { CSSProperties } from 'react';
import { Link } from 'react-router-dom';
import { TimeAgo } from '../../../design/time-ago.tsx';
import { Avatar } from '../../../ocean/avatar.tsx';
import { displayName, texts } from '../texts.ts';
import type { InboxRow } from './inbox-rows.ts';

interface InboxEntryProps {
  readonly row: InboxRow;
  /** The position within its page, which staggers the animation. */
  readonly position: number;
  /** A message to this partner failed to send. */
  readonly hasFailedMessage: boolean;
}

/** One conversation in the inbox. */
export function InboxEntry({ row, position, hasFailedMessage }: InboxEntryProps) {
  const { userId, user, lastMessage, unreadCount } = row;
  const name = displayName(userId, user);
  const unread = unreadCount > 0;
  return (
    <li className="inbox__row" style={{ '--place': position } as CSSProperties}>
      <Link className={`inbox__link${unread ? ' inbox__link--unread' : ''}`} to={`/messages/${userId}`}>
        <Avatar username={name} picture={user?.profilePicture ?? ''} size={52} />
        <span className="inbox__who">
          <span className="inbox__name" dir="auto">
            {name}
          </span>
          {unread && <span className="visually-hidden"> {texts.unread}</span>}
          <span className="inbox__last" dir="auto">
            {hasFailedMessage && <strong className="inbox__stuck">{texts.notSent} · </strong>}
            {lastMessage.senderId !== userId && <span className="inbox__you">{texts.speaker(texts.you)} </span>}
            {lastMessage.content}
          </span>
        </span>
        <span className="inbox__aside soft">
          <TimeAgo time={lastMessage.timestamp} />
          {user && <span className="inbox__depth">{texts.deep(user.depth)}</span>}
        </span>
      </Link>
    </li>
  );
}

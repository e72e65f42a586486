import type { CSSProperties } from 'react';
import { Link } from 'react-router-dom';
import { TimeAgo } from '../../../design/time-ago.tsx';
import { Avatar } from '../../../ocean/avatar.tsx';
import { displayName, texts } from '../texts.ts';
import type { InboxRow } from './inbox-rows.ts';

interface InboxEntryProps {
  readonly row: InboxRow;
  /** Its place on its page: the rows of a page come in one after the other. */
  readonly place: number;
  /** Whether something that was written here could not be sent. */
  readonly stuck: boolean;
}

/** One conversation in the inbox. */
export function InboxEntry({ row, place, stuck }: InboxEntryProps) {
  const { userId, user, lastMessage, unreadCount } = row;
  const name = displayName(userId, user);
  const unread = unreadCount > 0;
  return (
    <li className="inbox__row" style={{ '--place': place } as CSSProperties}>
      <Link className={`inbox__link${unread ? ' inbox__link--unread' : ''}`} to={`/messages/${userId}`}>
        <Avatar username={name} picture={user?.profilePicture ?? ''} size={52} />
        <span className="inbox__who">
          <span className="inbox__name" dir="auto">
            {name}
          </span>
          {unread && <span className="visually-hidden"> {texts.unread}</span>}
          <span className="inbox__last" dir="auto">
            {stuck && <strong className="inbox__stuck">{texts.notSent} · </strong>}
            {lastMessage.senderId !== userId && <span className="inbox__you">{texts.said(texts.you)} </span>}
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

import type { ReactNode } from 'react';
import { Link } from 'react-router-dom';
import type { OwnProfile } from '../../../../shared/contract/account.ts';
import type { PersonCard as Person } from '../../../../shared/contract/users.ts';
import { Avatar } from '../../ocean/avatar.tsx';
import { formatDepth } from '../../platform/format.ts';
import { FollowButton } from './follow/follow-button.tsx';
import { MessageLink } from './message-link.tsx';
import './person-card.css';
import { texts } from './texts.ts';

interface PersonCardProps {
  readonly person: Person;
  readonly viewer: OwnProfile;
  /** Further details. */
  readonly children?: ReactNode;
}

/** A member in a list, with buttons to follow and message them. Render it inside a list item. */
export function PersonCard({ person, viewer, children }: PersonCardProps) {
  const { id, username, profilePicture, depth } = person;
  return (
    <article className={`panel person-card${children ? ' person-card--full' : ''}`} aria-label={username}>
      <Avatar username={username} picture={profilePicture} size={52} />
      <div className="person-card__who">
        <Link className="person-card__name" to={`/profile/${id}`} dir="auto">
          {username}
        </Link>
        <span className="person-card__depth soft">{formatDepth(depth)}</span>
      </div>
      {children && <div className="person-card__more">{children}</div>}
      {id === viewer.id ? (
        <span className="person-card__you">{texts.you}</span>
      ) : (
        <div className="person-card__actions">
          <FollowButton person={person} viewer={viewer} />
          <MessageLink person={person} viewer={viewer} />
        </div>
      )}
    </article>
  );
}

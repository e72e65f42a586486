import type { ReactNode } from 'react';
import type { OwnProfile } from '../../../../shared/contract/account.ts';
import type { PersonCard as Person } from '../../../../shared/contract/users.ts';
import { Link } from '../../design/link.tsx';
import { Avatar } from '../../ocean/avatar.tsx';
import { formatDepth } from '../../platform/text/format-depth.ts';
import { FollowButton } from './follow/follow-button.tsx';
import { formatMissingDepth } from './follow/follow-state.ts';
import { MessageLink } from './message-link.tsx';
import './person-card.css';
import { texts } from './texts.ts';

interface PersonCardProps {
  readonly person: Person;
  readonly viewer: OwnProfile;
  /** Further details. */
  readonly children?: ReactNode;
}

/** A member as a row of a list, with buttons to follow and message them. Render it inside a list item. */
export function PersonCard({ person, viewer, children }: PersonCardProps) {
  const { id, username, profilePicture, depth } = person;
  const missingDepth = id === viewer.id ? undefined : formatMissingDepth(depth, viewer.depth);
  // Shows the difference, because both depths can read 0.00m.
  const aboveText =
    missingDepth && (person.followedByViewer ? texts.followedAbove(missingDepth) : texts.above(missingDepth));

  return (
    <article className="person-card" aria-label={username}>
      <Avatar username={username} picture={profilePicture} />
      <div className="person-card__who">
        <Link className="person-card__name" to={`/profile/${id}`} dir="auto">
          {username}
        </Link>
        <span className="person-card__depth soft">{formatDepth(depth)}</span>
        {aboveText && <span className="person-card__reason">{aboveText}</span>}
      </div>
      {id === viewer.id ? (
        <span className="person-card__you soft">{texts.you}</span>
      ) : (
        <div className="person-card__actions">
          <FollowButton person={person} viewer={viewer} />
          <MessageLink person={person} viewer={viewer} />
        </div>
      )}
      {children && <div className="person-card__more">{children}</div>}
    </article>
  );
}

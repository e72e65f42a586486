import { useId } from 'react';
import type { OwnProfile } from '../../../../../shared/contract/account.ts';
import type { PersonCard } from '../../../../../shared/contract/users.ts';
import { formatDepth } from '../../../platform/format.ts';
import { texts } from '../texts.ts';
import { useFollow } from './follow.ts';
import { followProblem, missingMetres } from './follow-state.ts';

interface FollowButtonProps {
  readonly person: PersonCard;
  readonly viewer: OwnProfile;
}

/** Follows somebody at or below the viewer's depth. Who is above has to be reached first (specification §5). */
export function FollowButton({ person, viewer }: FollowButtonProps) {
  const { toggle, error } = useFollow(person, viewer);
  const { followedByViewer: followed, depth } = person;
  const id = useId();
  if (person.id === viewer.id) return null;
  const above = depth > viewer.depth;
  return (
    <>
      {above && <LockedButton person={person} viewer={viewer} />}
      {/* Whoever was followed and has risen since can still be left. */}
      {(!above || followed) && (
        <button
          type="button"
          className={`button button--small ${followed ? 'button--quiet' : 'button--soft'}`}
          aria-describedby={id}
          onClick={toggle}
        >
          {followed ? texts.unfollow : texts.follow}
        </button>
      )}
      <span id={id} hidden>
        {person.username}
      </span>
      <div role="alert" className="follow-problem">
        {error && <p className="card-problem">{followProblem(error)}</p>}
      </div>
    </>
  );
}

/** Focusable, so that the reason can be heard. */
function LockedButton({ person, viewer }: FollowButtonProps) {
  const id = useId();
  const reason = texts.tooHigh(person.username, formatDepth(missingMetres(person.depth, viewer.depth)));
  return (
    <>
      <button
        type="button"
        className="button button--quiet button--small button--locked"
        aria-disabled
        aria-describedby={id}
        title={reason}
      >
        {texts.ascendToFollow}
      </button>
      <span id={id} hidden>
        {reason}
      </span>
    </>
  );
}

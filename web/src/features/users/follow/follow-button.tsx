import { useId } from 'react';
import type { OwnProfile } from '../../../../../shared/contract/account.ts';
import type { PersonCard } from '../../../../../shared/contract/users.ts';
import { formatDepth } from '../../../platform/format.ts';
import { texts } from '../texts.ts';
import { followErrorText, metresToAscend } from './follow-state.ts';
import { useFollow } from './use-follow.ts';

interface FollowButtonProps {
  readonly person: PersonCard;
  readonly viewer: OwnProfile;
}

/** Follows or unfollows a member. Locked for members above the viewer. See docs/product.md#following. */
export function FollowButton({ person, viewer }: FollowButtonProps) {
  const { toggle, error } = useFollow(person, viewer);
  const { followedByViewer: followed, depth } = person;
  const id = useId();
  if (person.id === viewer.id) return null;
  const above = depth > viewer.depth;
  return (
    <>
      {above && <LockedButton person={person} viewer={viewer} />}
      {/* A followed member who has risen above the viewer can still be unfollowed. */}
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
        {error && <p className="card-problem">{followErrorText(error)}</p>}
      </div>
    </>
  );
}

/** Stays focusable, so that screen readers announce the reason. */
function LockedButton({ person, viewer }: FollowButtonProps) {
  const id = useId();
  const reason = texts.tooHigh(person.username, formatDepth(metresToAscend(person.depth, viewer.depth)));
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

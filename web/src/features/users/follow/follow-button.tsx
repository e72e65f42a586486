import { useId } from 'react';
import type { OwnProfile } from '../../../../../shared/contract/account.ts';
import type { PersonCard } from '../../../../../shared/contract/users.ts';
import { useVisibleAlert } from '../../../platform/browser/visible-alerts.ts';
import { followErrorText, formatMissingDepth } from './follow-state.ts';
import { texts } from './texts.ts';
import { useFollow } from './use-follow.ts';

interface FollowButtonProps {
  readonly person: PersonCard;
  readonly viewer: OwnProfile;
  /** Whether following is the screen's primary action. In lists it isn't. */
  readonly isPrimary?: boolean;
}

/**
 * A button that follows or unfollows a member.
 *
 * The button is locked for members above the viewer, unless the viewer follows them. A follow stays when the other
 * member rises, and the viewer can still end it. See docs/product.md#following.
 */
export function FollowButton({ person, viewer, isPrimary = false }: FollowButtonProps) {
  const { toggle, error } = useFollow(person, viewer);
  const { followedByViewer: isFollowed, username } = person;
  const id = useId();

  useVisibleAlert(error !== null);
  if (person.id === viewer.id) return null;

  const missingDepth = formatMissingDepth(person.depth, viewer.depth);
  const lockReason = !isFollowed && missingDepth ? texts.tooHigh(username, missingDepth) : undefined;

  function chooseStyle(): string {
    if (lockReason) return 'button--quiet button--locked';
    if (isFollowed) return 'button--quiet';
    return isPrimary ? '' : 'button--soft';
  }

  function chooseLabel(): string {
    if (isFollowed) return texts.unfollow;
    return lockReason ? texts.ascendToFollow : texts.follow;
  }

  // All states share one element, so that it keeps the focus. A locked button is focusable, so that screen readers read
  // why it is locked.
  return (
    <>
      <button
        type="button"
        className={`button ${isPrimary ? '' : 'button--small '}${chooseStyle()}`}
        aria-disabled={lockReason !== undefined || undefined}
        aria-describedby={id}
        title={lockReason}
        onClick={lockReason === undefined ? toggle : undefined}
      >
        {chooseLabel()}
      </button>
      <span id={id} hidden>
        {lockReason ?? username}
      </span>
      <div role="alert" className="follow-problem">
        {error && <p className="card-problem">{followErrorText(error)}</p>}
      </div>
    </>
  );
}

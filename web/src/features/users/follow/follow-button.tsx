import { useId } from 'react';
import type { OwnProfile } from '../../../../../shared/contract/account.ts';
import type { PersonCard } from '../../../../../shared/contract/users.ts';
import { useVisibleAlert } from '../../../platform/browser/visible-alerts.ts';
import { texts } from '../texts.ts';
import { followErrorText, formatMissingDepth } from './follow-state.ts';
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
 * It is locked for members above the viewer, unless the viewer follows them: a follow stays when the other member
 * rises, and can be ended. See docs/product.md#following.
 */
export function FollowButton({ person, viewer, isPrimary = false }: FollowButtonProps) {
  const { toggle, error } = useFollow(person, viewer);
  const { followedByViewer: isFollowed, username } = person;
  const id = useId();

  useVisibleAlert(error !== null);
  if (person.id === viewer.id) return null;

  const missingDepth = formatMissingDepth(person.depth, viewer.depth);
  const reason = !isFollowed && missingDepth ? texts.tooHigh(username, missingDepth) : undefined;

  function chooseStyle(): string {
    if (reason) return 'button--quiet button--locked';
    if (isFollowed) return 'button--quiet';
    return isPrimary ? '' : 'button--soft';
  }

  function chooseLabel(): string {
    if (isFollowed) return texts.unfollow;
    return reason ? texts.ascendToFollow : texts.follow;
  }

  // All states share one element, so that it keeps the focus. A locked button is focusable, so that screen readers read
  // the reason.
  return (
    <>
      <button
        type="button"
        className={`button ${isPrimary ? '' : 'button--small '}${chooseStyle()}`}
        aria-disabled={reason !== undefined || undefined}
        aria-describedby={id}
        title={reason}
        onClick={reason === undefined ? toggle : undefined}
      >
        {chooseLabel()}
      </button>
      <span id={id} hidden>
        {reason ?? username}
      </span>
      <div role="alert" className="follow-problem">
        {error && <p className="card-problem">{followErrorText(error)}</p>}
      </div>
    </>
  );
}

import { useId } from 'react';
import { Link } from 'react-router-dom';
import type { OwnProfile } from '../../../../shared/contract/account.ts';
import type { UserCard } from '../../../../shared/contract/users.ts';
import { texts } from './texts.ts';

interface MessageLinkProps {
  readonly person: UserCard;
  readonly viewer: OwnProfile;
}

/**
 * Links to the conversation with a member at or below the viewer's depth.
 *
 * Only with them can the viewer start one; existing ones are in the inbox. See docs/product.md#messages.
 */
export function MessageLink({ person, viewer }: MessageLinkProps) {
  const id = useId();
  if (person.id === viewer.id || person.depth > viewer.depth) return null;
  return (
    <>
      <Link className="button button--quiet button--small" to={`/messages/${person.id}`} aria-describedby={id}>
        {texts.message}
      </Link>
      <span id={id} hidden>
        {person.username}
      </span>
    </>
  );
}

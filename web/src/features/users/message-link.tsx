import { useId } from 'react';
import type { OwnProfile } from '../../../../shared/contract/account.ts';
import type { UserCard } from '../../../../shared/contract/users.ts';
import { Link } from '../../design/link.tsx';
import { texts } from './texts.ts';

interface MessageLinkProps {
  readonly person: UserCard;
  readonly viewer: OwnProfile;
}

/**
 * Links to the conversation with a member at or below the viewer's depth.
 *
 * The viewer can start conversations only with such members. Existing conversations are in the inbox. See
 * docs/product.md#messages.
 */
export function MessageLink({ person, viewer }: MessageLinkProps) {
  const id = useId();
  if (person.id === viewer.id || person.depth > viewer.depth) return null;

  return (
    <>
      <Link
        className="button button--quiet button--small message-link"
        to={`/messages/${person.id}`}
        aria-describedby={id}
        title={texts.message}
      >
        <svg viewBox="0 0 24 24" aria-hidden="true">
          <path d="M4 5h16v11H11l-5 4v-4H4z" />
        </svg>
        <span>{texts.message}</span>
      </Link>
      <span id={id} hidden>
        {person.username}
      </span>
    </>
  );
}

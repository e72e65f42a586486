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
 * Leads to the conversation with somebody at or below the viewer's depth: only with them can one be started
 * (decision 17). One that exists already is in the inbox.
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

import { Link } from 'react-router-dom';
import type { UserCard } from '../../../../../shared/contract/users.ts';
import { Avatar } from '../../../ocean/avatar.tsx';
import { displayName, texts } from '../texts.ts';
import './chat-head.css';

/** Who the conversation is with: the heading of its screen. */
export function ChatHeading({ userId, user }: { userId: string; user: UserCard }) {
  const name = displayName(userId, user);
  return (
    <span className="chat-heading">
      <Avatar username={name} picture={user.profilePicture} size={48} />
      <span dir="auto">{name}</span>
    </span>
  );
}

/** The ways out of a conversation. `profile` is undefined when there is none to see any more. */
export function ChatWays({ profile }: { profile: string | undefined }) {
  return (
    <>
      <Link className="icon-button chat-back" to="/messages" aria-label={texts.back} title={texts.back}>
        <svg viewBox="0 0 24 24" aria-hidden="true">
          <path d="M15 5l-7 7 7 7" />
        </svg>
      </Link>
      {profile && (
        <Link className="chat-profile" to={profile}>
          {texts.profile}
        </Link>
      )}
    </>
  );
}

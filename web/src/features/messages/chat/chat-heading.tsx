import type { UserCard } from '../../../../../shared/contract/users.ts';
import { Link } from '../../../design/link.tsx';
import { Avatar } from '../../../ocean/avatar.tsx';
import { displayName } from '../display-name.ts';
import { texts } from './texts.ts';
import './chat-heading.css';

/** The heading of a chat screen: the partner's picture and name. */
export function ChatHeading({ userId, user }: { userId: string; user: UserCard }) {
  const name = displayName(userId, user);
  return (
    <span className="chat-heading">
      <Avatar username={name} picture={user.profilePicture} size={40} />
      <span dir="auto">{name}</span>
    </span>
  );
}

/** Links back to the inbox and to the partner's profile. `profile` is undefined if the partner has left. */
export function ChatLinks({ profile }: { profile: string | undefined }) {
  return (
    <>
      <Link className="icon-button chat-head__back" to="/messages" aria-label={texts.back} title={texts.back}>
        <svg viewBox="0 0 24 24" aria-hidden="true">
          <path d="M15 5l-7 7 7 7" />
        </svg>
      </Link>
      {profile && (
        <Link className="chat-head__profile" to={profile}>
          {texts.profile}
        </Link>
      )}
    </>
  );
}

import type { UserCard } from '../../../../../shared/contract/users.ts';
import { Link } from '../../../design/link.tsx';
import { Avatar } from '../../../ocean/avatar.tsx';
import { displayName } from '../display-name.ts';
import { texts } from './texts.ts';
import './chat-heading.css';

/** The heading of a chat screen: the partner's picture and name. */
export function ChatHeading({ partner }: { partner: UserCard }) {
  const name = displayName(partner.id, partner);
  return (
    <span className="chat-heading">
      <Avatar username={name} picture={partner.profilePicture} size={40} />
      <span dir="auto">{name}</span>
    </span>
  );
}

/** Links to the inbox and to the partner's profile. `profilePath` is undefined if the partner has left. */
export function ChatLinks({ profilePath }: { profilePath: string | undefined }) {
  return (
    <>
      <Link className="icon-button chat-head__back" to="/messages" aria-label={texts.back} title={texts.back}>
        <svg viewBox="0 0 24 24" aria-hidden="true">
          <path d="M15 5l-7 7 7 7" />
        </svg>
      </Link>
      {profilePath && (
        <Link className="chat-head__profile" to={profilePath}>
          {texts.profile}
        </Link>
      )}
    </>
  );
}

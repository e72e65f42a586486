import type { ReactNode } from 'react';
import { Link } from 'react-router-dom';
import { TimeAgo } from '../../design/time-ago.tsx';
import { Avatar } from '../../ocean/avatar.tsx';

interface AuthorLineProps {
  readonly author: { readonly userId: string; readonly username: string; readonly userProfilePic: string };
  readonly createdAt: string;
  /** Said after the name and before the time. */
  readonly from?: string;
  readonly avatarSize: number;
  readonly heading?: boolean;
  /** What can be done, at the end of the line. */
  readonly children?: ReactNode;
}

/** Who has written something, and when. */
export function AuthorLine({ author, createdAt, from, avatarSize, heading = false, children }: AuthorLineProps) {
  const profile = `/profile/${author.userId}`;
  const Name = heading ? 'h3' : 'strong';
  return (
    <header className="author-line">
      {/* The name leads there as well: one stop is enough for the keyboard. */}
      <Link to={profile} tabIndex={-1} aria-hidden="true" className="author-line__avatar">
        <Avatar username={author.username} picture={author.userProfilePic} size={avatarSize} />
      </Link>
      <div className="author-line__who">
        <Name className="author-line__name">
          <Link to={profile} dir="auto">
            {author.username}
          </Link>
        </Name>
        <p className="soft author-line__when">
          {from && <>{from} · </>}
          <TimeAgo time={createdAt} />
        </p>
      </div>
      {children}
    </header>
  );
}

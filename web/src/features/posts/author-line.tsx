import type { ReactNode } from 'react';
import { Link } from '../../design/link.tsx';
import { TimeAgo } from '../../design/time-ago.tsx';
import { Avatar } from '../../ocean/avatar.tsx';

interface AuthorLineProps {
  readonly author: { readonly userId: string; readonly username: string; readonly userProfilePic: string };
  readonly createdAt: string;
  /** Text between the name and the time. */
  readonly prefix?: string;
  /** In pixels. */
  readonly avatarSize: number;
  /** Whether the name is a heading. */
  readonly isHeading?: boolean;
  /** Buttons at the end of the line. */
  readonly children?: ReactNode;
}

/** The author of a post or comment, and when it was written. */
export function AuthorLine({ author, createdAt, prefix, avatarSize, isHeading = false, children }: AuthorLineProps) {
  const profilePath = `/profile/${author.userId}`;
  const Name = isHeading ? 'h3' : 'strong';

  return (
    <header className="author-line">
      {/* Not in the tab order: the name next to it is the same link. */}
      <Link to={profilePath} tabIndex={-1} aria-hidden="true" className="author-line__avatar">
        <Avatar username={author.username} picture={author.userProfilePic} size={avatarSize} />
      </Link>
      <div className="author-line__who">
        <Name className="author-line__name">
          <Link to={profilePath} dir="auto">
            {author.username}
          </Link>
        </Name>
        <p className="soft author-line__when">
          {prefix && <>{prefix} · </>}
          <TimeAgo time={createdAt} />
        </p>
      </div>
      {children}
    </header>
  );
}

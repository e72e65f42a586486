import type { OwnProfile } from '../../../../shared/contract/account.ts';
import { useMemberPosts } from './list-posts.ts';
import { NoPosts } from './no-posts.tsx';
import { PostPages } from './post-pages.tsx';
import { texts } from './texts.ts';

interface MemberPostsProps {
  readonly viewer: OwnProfile;
  readonly userId: string;
  /** Whether they are the viewer's own. */
  readonly own: boolean;
}

/** The posts on a profile. */
export function MemberPosts({ viewer, userId, own }: MemberPostsProps) {
  const empty = (
    <NoPosts>
      <p>{texts.memberEmpty}</p>
      {own && <p className="soft">{texts.ownEmpty}</p>}
    </NoPosts>
  );
  return <PostPages query={useMemberPosts(userId)} viewer={viewer} empty={empty} />;
}

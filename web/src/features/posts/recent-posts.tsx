import type { OwnProfile } from '../../../../shared/contract/account.ts';
import type { Post } from '../../../../shared/contract/posts.ts';
import { NoPosts } from './no-posts.tsx';
import { PostList } from './post-list.tsx';
import { texts } from './texts.ts';

/** The dashboard's few posts. */
export function RecentPosts({ posts, viewer }: { posts: readonly Post[]; viewer: OwnProfile }) {
  const empty = (
    <NoPosts heading={texts.emptyHeading}>
      <p className="soft">{texts.empty}</p>
    </NoPosts>
  );
  return <PostList posts={posts} viewer={viewer} empty={empty} />;
}

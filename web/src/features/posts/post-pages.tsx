import { Button } from '@aws-amplify/ui-react';
import { type ReactNode, useRef } from 'react';
import type { OwnProfile } from '../../../../shared/contract/account.ts';
import { useLoadMore } from '../../design/list-focus.ts';
import { Problem } from '../../design/problem.tsx';
import { Skeleton } from '../../design/skeleton.tsx';
import { type Posts, useMemberPosts, usePostFeed } from './list-posts.ts';
import { EmptyFeed, NoPosts, PostList } from './post-list.tsx';
import { texts } from './texts.ts';

interface PostPagesProps {
  readonly query: Posts;
  readonly viewer: OwnProfile;
  readonly empty: ReactNode;
}

/** Posts with what a list of pages needs: loading, more, and what went wrong. */
function PostPages({ query, viewer, empty }: PostPagesProps) {
  const { posts, data, error, isPending, isFetching, isFetchingNextPage, hasNextPage, refetch } = query;
  const place = useRef<HTMLDivElement>(null);
  const loadMore = useLoadMore(place, '.post', query);
  if (isPending && !error) return <Skeleton label={texts.loading} shape="posts" />;
  return (
    <div ref={place} tabIndex={-1} className="posts">
      <h2 className="visually-hidden">{texts.heading}</h2>
      {data && <PostList posts={posts} viewer={viewer} empty={!error && empty} />}
      {error && <Problem text={texts.listFailed(error.message)} onRetry={() => void refetch()} />}
      {hasNextPage && (
        <Button className="posts__more" aria-disabled={isFetching} onClick={loadMore}>
          {isFetchingNextPage ? texts.loadingMore : texts.loadMore}
        </Button>
      )}
    </div>
  );
}

/** Everybody's posts at or below the viewer's depth, page after page. */
export function PostFeed({ viewer }: { viewer: OwnProfile }) {
  return <PostPages query={usePostFeed()} viewer={viewer} empty={<EmptyFeed />} />;
}

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

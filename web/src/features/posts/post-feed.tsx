import { Button } from '@aws-amplify/ui-react';
import { type ReactNode, useRef } from 'react';
import type { OwnProfile } from '../../../../shared/contract/account.ts';
import { ErrorPanel } from '../../design/error-panel.tsx';
import { useLoadMore } from '../../design/list-focus.ts';
import { Skeleton } from '../../design/skeleton.tsx';
import { repeatFailedRequest } from '../../platform/api/paged-list.ts';
import { EmptyFeed, EmptyPosts, PostList } from './post-list.tsx';
import { type PostsQuery, useFoundPosts, useMemberPosts, usePostFeed } from './post-queries.ts';
import { texts } from './texts.ts';
import { useKeptPosts } from './use-kept-posts.ts';

interface PagedPostsProps {
  readonly query: PostsQuery;
  readonly viewer: OwnProfile;
  /** Shown in place of an empty list. */
  readonly emptyState: ReactNode;
  /** Describes the number of posts to screen readers, for the results of a search. */
  readonly shown?: (count: number, hasMore: boolean) => string;
}

/**
 * A paged list of posts with its loading state, errors, and a button to load more. A refresh doesn't remove a post that
 * the viewer is using.
 */
function PagedPosts({ query, viewer, emptyState, shown }: PagedPostsProps) {
  const { data, error, isPending, isFetching, isFetchingNextPage, hasNextPage } = query;
  const container = useRef<HTMLDivElement>(null);
  const loadMore = useLoadMore(container, '.post', query);
  const { posts, release } = useKeptPosts(query.posts, viewer.id);

  if (isPending && !error) return <Skeleton label={texts.loading} shape="posts" />;

  return (
    <div ref={container} tabIndex={-1} className="posts">
      <h2 className="visually-hidden">{texts.heading}</h2>
      {shown && (
        <p className="visually-hidden" role="status">
          {posts.length > 0 && shown(posts.length, hasNextPage)}
        </p>
      )}
      {data && <PostList posts={posts} viewer={viewer} emptyState={!error && emptyState} onRemove={release} />}
      {error && <ErrorPanel text={texts.listFailed(error.message)} onRetry={() => repeatFailedRequest(query)} />}
      {hasNextPage && (
        <Button className="posts__more" aria-disabled={isFetching} onClick={loadMore}>
          {isFetchingNextPage ? texts.loadingMore : texts.loadMore}
        </Button>
      )}
    </div>
  );
}

/** The feed: all posts at or below the viewer's depth. */
export function PostFeed({ viewer }: { viewer: OwnProfile }) {
  return <PagedPosts query={usePostFeed()} viewer={viewer} emptyState={<EmptyFeed />} />;
}

/** The posts at or below the viewer's depth that a search finds. */
export function PostResults({ q, ...props }: { q: string } & Omit<PagedPostsProps, 'query'>) {
  return <PagedPosts query={useFoundPosts(q)} {...props} />;
}

interface MemberPostsProps {
  readonly viewer: OwnProfile;
  readonly userId: string;
  /** Whether the member is the viewer. */
  readonly isOwn: boolean;
}

/** The posts on a profile. */
export function MemberPosts({ viewer, userId, isOwn }: MemberPostsProps) {
  const emptyState = (
    <EmptyPosts>
      <p>{texts.memberEmpty}</p>
      {isOwn && <p className="soft">{texts.ownEmpty}</p>}
    </EmptyPosts>
  );

  return <PagedPosts query={useMemberPosts(userId)} viewer={viewer} emptyState={emptyState} />;
}

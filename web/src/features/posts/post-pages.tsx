import { Button } from '@aws-amplify/ui-react';
import { type ReactNode, useRef } from 'react';
import type { OwnProfile } from '../../../../shared/contract/account.ts';
import { Problem } from '../../design/problem.tsx';
import { Skeleton } from '../../design/skeleton.tsx';
import { useLoadMore } from '../../design/use-load-more.ts';
import type { Posts } from './list-posts.ts';
import { PostList } from './post-list.tsx';
import { texts } from './texts.ts';

interface PostPagesProps {
  readonly query: Posts;
  readonly viewer: OwnProfile;
  readonly empty: ReactNode;
}

/** Posts with what a list of pages needs: loading, more, and what went wrong. */
export function PostPages({ query, viewer, empty }: PostPagesProps) {
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

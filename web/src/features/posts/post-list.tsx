import { type ReactNode, useRef, useState } from 'react';
import type { OwnProfile } from '../../../../shared/contract/account.ts';
import type { Post } from '../../../../shared/contract/posts.ts';
import { useFocusNextRow } from '../../design/list-focus.ts';
import { showToast } from '../../platform/toasts.ts';
import { PostCard } from './post-card.tsx';
import { texts } from './texts.ts';
import './posts.css';
import { useKeptPosts } from './use-kept-posts.ts';

interface PostListProps {
  readonly posts: readonly Post[];
  readonly viewer: OwnProfile;
  /** Shown in place of an empty list. */
  readonly emptyState: ReactNode;
  /** Called before a card is removed because its post is deleted or gone. */
  readonly onRemove?: (id: string) => void;
}

/** A list of posts. */
export function PostList({ posts, viewer, emptyState, onRemove }: PostListProps) {
  const container = useRef<HTMLDivElement>(null);
  const [hasGonePost, setHasGonePost] = useState(false);
  const focusNextRow = useFocusNextRow(
    container,
    '.post',
    posts.map(({ id }) => id),
  );

  function remove(id: string, reason: 'deleted' | 'gone') {
    onRemove?.(id);
    focusNextRow(id);
    setHasGonePost(reason === 'gone');
    if (reason === 'deleted') showToast(texts.deleted);
  }

  return (
    <div ref={container} tabIndex={-1} className="posts">
      <div role="alert">{hasGonePost && <p className="card-problem">{texts.gone}</p>}</div>
      {posts.length === 0
        ? emptyState
        : posts.map((post) => (
            <PostCard
              key={post.id}
              post={post}
              viewer={viewer}
              onGone={() => remove(post.id, 'gone')}
              onDeleted={() => remove(post.id, 'deleted')}
            />
          ))}
    </div>
  );
}

/** The recent posts on the dashboard. A refresh doesn't remove a post that the viewer is using. */
export function RecentPosts({ posts, viewer }: { posts: readonly Post[]; viewer: OwnProfile }) {
  const keptPosts = useKeptPosts(posts, viewer.id);
  return <PostList posts={keptPosts.posts} viewer={viewer} emptyState={<EmptyFeed />} onRemove={keptPosts.release} />;
}

/** Shown if no one at the viewer's depth or below has posted. */
export function EmptyFeed() {
  return (
    <EmptyPosts heading={texts.emptyHeading}>
      <p className="soft">{texts.empty}</p>
    </EmptyPosts>
  );
}

/** The panel in place of an empty list of posts. */
export function EmptyPosts({ heading, children }: { heading?: string; children: ReactNode }) {
  return (
    <div className="posts__empty">
      {heading && <h3>{heading}</h3>}
      {children}
    </div>
  );
}

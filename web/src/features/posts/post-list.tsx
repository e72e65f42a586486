import { type ReactNode, useRef, useState } from 'react';
import type { OwnProfile } from '../../../../shared/contract/account.ts';
import type { Post } from '../../../../shared/contract/posts.ts';
import { useFocusNextRow } from '../../design/list-focus.ts';
import { showToast } from '../../platform/toasts.ts';
import { PostCard } from './post-card.tsx';
import { texts } from './texts.ts';
import './posts.css';

interface PostListProps {
  readonly posts: readonly Post[];
  readonly viewer: OwnProfile;
  /** Shown in place of an empty list. */
  readonly empty: ReactNode;
}

/** A list of posts. */
export function PostList({ posts, viewer, empty }: PostListProps) {
  const container = useRef<HTMLDivElement>(null);
  const [gone, setGone] = useState(false);
  const focusNextRow = useFocusNextRow(
    container,
    '.post',
    posts.map(({ id }) => id),
  );

  function onRemove(id: string, reason: 'deleted' | 'gone') {
    focusNextRow(id);
    setGone(reason === 'gone');
    if (reason === 'deleted') showToast(texts.deleted);
  }

  return (
    <div ref={container} tabIndex={-1} className="posts">
      <div role="alert">{gone && <p className="card-problem">{texts.gone}</p>}</div>
      {posts.length === 0
        ? empty
        : posts.map((post) => (
            <PostCard
              key={post.id}
              post={post}
              viewer={viewer}
              onGone={() => onRemove(post.id, 'gone')}
              onDeleted={() => onRemove(post.id, 'deleted')}
            />
          ))}
    </div>
  );
}

/** The recent posts on the dashboard. */
export function RecentPosts({ posts, viewer }: { posts: readonly Post[]; viewer: OwnProfile }) {
  return <PostList posts={posts} viewer={viewer} empty={<EmptyFeed />} />;
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

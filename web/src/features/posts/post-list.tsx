import { type ReactNode, useRef, useState } from 'react';
import type { OwnProfile } from '../../../../shared/contract/account.ts';
import type { Post } from '../../../../shared/contract/posts.ts';
import { useFocusNextRow } from '../../design/list-focus.ts';
import { raiseToast } from '../../platform/toasts.ts';
import { PostCard } from './post-card.tsx';
import { texts } from './texts.ts';
import './posts.css';

interface PostListProps {
  readonly posts: readonly Post[];
  readonly viewer: OwnProfile;
  /** Shown in place of an empty list. */
  readonly empty: ReactNode;
}

/** Posts, one under the other. */
export function PostList({ posts, viewer, empty }: PostListProps) {
  const place = useRef<HTMLDivElement>(null);
  const [gone, setGone] = useState(false);
  const leave = useFocusNextRow(
    place,
    '.post',
    posts.map(({ id }) => id),
  );

  function takeOut(id: string, why: 'deleted' | 'gone') {
    leave(id);
    setGone(why === 'gone');
    if (why === 'deleted') raiseToast(texts.deleted);
  }

  return (
    <div ref={place} tabIndex={-1} className="posts">
      <div role="alert">{gone && <p className="card-problem">{texts.gone}</p>}</div>
      {posts.length === 0
        ? empty
        : posts.map((post) => (
            <PostCard
              key={post.id}
              post={post}
              viewer={viewer}
              onGone={() => takeOut(post.id, 'gone')}
              onDeleted={() => takeOut(post.id, 'deleted')}
            />
          ))}
    </div>
  );
}

/** The dashboard's few posts. */
export function RecentPosts({ posts, viewer }: { posts: readonly Post[]; viewer: OwnProfile }) {
  return <PostList posts={posts} viewer={viewer} empty={<EmptyFeed />} />;
}

/** Shown when nobody at the viewer's depth or below has posted. */
export function EmptyFeed() {
  return (
    <NoPosts heading={texts.emptyHeading}>
      <p className="soft">{texts.empty}</p>
    </NoPosts>
  );
}

/** Stands in for posts that are not there yet. */
export function NoPosts({ heading, children }: { heading?: string; children: ReactNode }) {
  return (
    <div className="panel posts__empty">
      {heading && <h3>{heading}</h3>}
      {children}
    </div>
  );
}

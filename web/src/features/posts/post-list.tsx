import { type ReactNode, useRef, useState } from 'react';
import type { OwnProfile } from '../../../../shared/contract/account.ts';
import type { Post } from '../../../../shared/contract/posts.ts';
import { useHeirFocus } from '../../design/use-heir-focus.ts';
import { raiseToast } from '../../platform/toasts.ts';
import { PostCard } from './post-card.tsx';
import { texts } from './texts.ts';

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
  const leave = useHeirFocus(
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

import { useEffect, useId, useRef, useState } from 'react';
import type { OwnProfile } from '../../../../../shared/contract/account.ts';
import type { Post } from '../../../../../shared/contract/posts.ts';
import { useFocusNextRow } from '../../../design/list-focus.ts';
import { raiseToast } from '../../../platform/toasts.ts';
import { texts } from '../texts.ts';
import { saysGone } from '../use-gone.ts';
import { inOrder } from './comment-cache.ts';
import { CommentForm } from './comment-form.tsx';
import { CommentItem } from './comment-item.tsx';
import './comments.css';
import { useComments } from './list-comments.ts';

interface CommentsProps {
  readonly post: Post;
  readonly viewer: OwnProfile;
  readonly onGone: () => void;
}

/** What was said to a post: the newest comment, all of them on request, and the place to say something. */
export function Comments({ post, viewer, onGone }: CommentsProps) {
  const { id: postId, username, commentCount, newestComment } = post;
  const [open, setOpen] = useState(false);
  const place = useRef<HTMLDivElement>(null);
  const listId = useId();
  const { data, error, isPending, isFetching, hasNextPage, fetchNextPage, refetch } = useComments(postId, open);
  const all = open && data ? inOrder(data.pages) : undefined;
  const shown = all ?? (newestComment ? [newestComment] : []);
  const leave = useFocusNextRow(
    place,
    '.comment',
    shown.map(({ id }) => id),
  );

  const gone = open && saysGone(error);
  // biome-ignore lint/correctness/useExhaustiveDependencies: once for each such answer.
  useEffect(() => {
    if (gone) onGone();
  }, [gone]);

  async function showEarlier() {
    if (isFetching) return;
    const { hasNextPage: evenMore } = await fetchNextPage();
    // The button goes when there is nothing earlier, and must not take the keyboard along.
    if (!evenMore) place.current?.focus();
  }

  return (
    // A group, not a landmark: there is one on every post.
    // biome-ignore lint/a11y/useSemanticElements: a fieldset is for fields.
    <div role="group" className="comments" aria-label={texts.comments(username)}>
      {(commentCount > 1 || open) && (
        <button
          type="button"
          className="text-button"
          aria-expanded={open}
          aria-controls={listId}
          onClick={() => setOpen(!open)}
        >
          {open ? texts.showNewest : texts.showAll(commentCount)}
        </button>
      )}
      <div id={listId} ref={place} tabIndex={-1} className="comments__list">
        {all && hasNextPage && (
          <button type="button" className="text-button" aria-disabled={isFetching} onClick={() => void showEarlier()}>
            {texts.showEarlier}
          </button>
        )}
        {open && isPending && <p className="soft">{texts.loadingComments}</p>}
        <ul>
          {shown.map((comment) => (
            <CommentItem
              key={comment.id}
              comment={comment}
              post={post}
              viewerId={viewer.id}
              onDeleted={() => {
                leave(comment.id);
                raiseToast(texts.commentDeleted);
              }}
            />
          ))}
        </ul>
      </div>
      <div role="alert">
        {open && error && !gone && (
          <p className="card-problem comments__problem">
            {texts.commentsFailed(error.message)}{' '}
            <button type="button" className="text-button" onClick={() => void refetch()}>
              {texts.retry}
            </button>
          </p>
        )}
      </div>
      <CommentForm post={post} viewer={viewer} onGone={onGone} onSent={() => raiseToast(texts.commented)} />
    </div>
  );
}

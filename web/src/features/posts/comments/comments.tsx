import { type RefObject, useEffect, useEffectEvent, useId, useRef, useState } from 'react';
import type { OwnProfile } from '../../../../../shared/contract/account.ts';
import type { Post } from '../../../../../shared/contract/posts.ts';
import { useFocusNextRow } from '../../../design/list-focus.ts';
import { isRowInUse, useKeptRows } from '../../../design/use-kept-rows.ts';
import { repeatFailedRequest } from '../../../platform/api/paged-list.ts';
import { showToast } from '../../../platform/toasts.ts';
import { isPostGone } from '../post-gone.ts';
import { sortOldestFirst } from './comment-cache.ts';
import { CommentForm } from './comment-form.tsx';
import { CommentItem } from './comment-item.tsx';
import { texts } from './texts.ts';
import './comments.css';
import { useComments } from './use-comments.ts';

interface CommentListProps {
  /** The element around the list and the form. It receives the focus when the last visible comment is deleted. */
  readonly group: RefObject<HTMLElement | null>;
  /** The ID of the list's element. */
  readonly listId: string;
  readonly post: Post;
  readonly viewerId: string;
  /** Whether all loaded comments are shown, or only the newest one. */
  readonly isOpen: boolean;
  readonly query: ReturnType<typeof useComments>;
}

/**
 * The visible comments, oldest first, and a button that loads earlier ones. A refresh doesn't remove a comment that the
 * viewer is using.
 */
function CommentList({ group, listId, post, viewerId, isOpen, query }: CommentListProps) {
  const { data, isPending, isFetching, hasNextPage, fetchNextPage } = query;
  const { newestComment } = post;
  const container = useRef<HTMLDivElement>(null);

  const allComments = isOpen && data ? sortOldestFirst(data.pages) : undefined;
  const listedComments = allComments ?? (newestComment ? [newestComment] : []);
  const keptComments = useKeptRows(listedComments.toReversed(), {
    idOf: ({ id }) => id,
    isInUse: (id) => isRowInUse('.comment', 'data-comment-id', id),
  });
  const visibleComments = keptComments.rows.toReversed();
  // An empty list is hidden, so it can't receive the focus.
  const focusNextRow = useFocusNextRow(
    group,
    '.comment',
    visibleComments.map(({ id }) => id),
  );

  async function showEarlier() {
    if (isFetching) return;

    const { hasNextPage: hasMore } = await fetchNextPage({ cancelRefetch: false });
    // The button disappears with the last page, so move the focus.
    if (!hasMore) container.current?.focus();
  }

  return (
    <div id={listId} ref={container} tabIndex={-1} className="comments__list">
      {allComments && hasNextPage && (
        <button type="button" className="text-button" aria-disabled={isFetching} onClick={() => void showEarlier()}>
          {texts.showEarlier}
        </button>
      )}
      {isOpen && isPending && <p className="soft">{texts.loadingComments}</p>}
      <ul>
        {visibleComments.map((comment) => (
          <CommentItem
            key={comment.id}
            comment={comment}
            post={post}
            viewerId={viewerId}
            onDeleted={() => {
              keptComments.release(comment.id);
              focusNextRow(comment.id);
              showToast(texts.commentDeleted);
            }}
          />
        ))}
      </ul>
    </div>
  );
}

interface CommentsProps {
  readonly post: Post;
  readonly viewer: OwnProfile;
  /** Called if the post was deleted, or is now above the viewer. */
  readonly onGone: () => void;
}

/** The comments of a post: the newest one, all of them on request, and a form to add one. */
export function Comments({ post, viewer, onGone }: CommentsProps) {
  const { id: postId, username, commentCount } = post;
  const [isOpen, setIsOpen] = useState(false);
  const listId = useId();
  const group = useRef<HTMLDivElement>(null);

  const query = useComments(postId, { enabled: isOpen });
  const { error } = query;
  const isGone = isOpen && isPostGone(error);
  const onPostGone = useEffectEvent(onGone);

  useEffect(() => {
    if (isGone) onPostGone();
  }, [isGone]);

  return (
    // A group instead of a landmark, because every post has one.
    // biome-ignore lint/a11y/useSemanticElements: a fieldset is for fields.
    <div ref={group} role="group" tabIndex={-1} className="comments" aria-label={texts.comments(username)}>
      {(commentCount > 1 || isOpen) && (
        <button
          type="button"
          className="text-button"
          aria-expanded={isOpen}
          aria-controls={listId}
          onClick={() => setIsOpen(!isOpen)}
        >
          {isOpen ? texts.showNewest : texts.showAll(commentCount)}
        </button>
      )}
      <CommentList group={group} listId={listId} post={post} viewerId={viewer.id} isOpen={isOpen} query={query} />
      <div role="alert">
        {isOpen && error && !isGone && (
          <p className="card-problem comments__problem">
            {texts.commentsFailed(error.message)}{' '}
            <button type="button" className="text-button" onClick={() => repeatFailedRequest(query)}>
              {texts.retry}
            </button>
          </p>
        )}
      </div>
      <CommentForm post={post} viewer={viewer} onGone={onGone} onSent={() => showToast(texts.commented)} />
    </div>
  );
}

import { useQueryClient } from '@tanstack/react-query';
import { type SubmitEvent, Suspense, useId, useRef, useState } from 'react';
import type { OwnProfile } from '../../../../../shared/contract/account.ts';
import type { Post } from '../../../../../shared/contract/posts.ts';
import { MAX_COMMENT_LENGTH } from '../../../../../shared/rules/limits.ts';
import { CharacterCount } from '../../../design/writing/character-count.tsx';
import { measureText } from '../../../design/writing/measure-text.ts';
import { WritingArea } from '../../../design/writing/writing-area.tsx';
import { api } from '../../../platform/api/api.ts';
import { ApiError } from '../../../platform/api/api-error.ts';
import { currentVisit, hasLeft } from '../../../platform/auth/auth-state.ts';
import { lazyDecoration } from '../../../platform/browser/lazy-decoration.ts';
import { useVisibleAlert } from '../../../platform/browser/visible-alerts.ts';
import { useAction } from '../../../platform/state/use-action.ts';
import { useIsMounted } from '../../../platform/state/use-is-mounted.ts';
import { showFailureToast } from '../../../platform/toasts.ts';
import { createDraft, type Draft } from '../draft.ts';
import { refreshPosts } from '../post-cache.ts';
import { isPostGone } from '../post-gone.ts';
import { insertComment } from './comment-cache.ts';
import { texts } from './texts.ts';
import { useCommentDraft } from './use-comment-draft.ts';

// Loaded when the member begins to write, because most visits include no comment.
const RemainingAllowance = lazyDecoration(() => import('../../../design/remaining-allowance.tsx'));

/** The character count shows when at most this many characters are left. */
const COUNT_SHOWN_FROM = 100;

interface CommentFormProps {
  readonly post: Post;
  readonly viewer: OwnProfile;
  /** Called if the post was deleted, or is now above the viewer. */
  readonly onGone: () => void;
  readonly onSent: () => void;
}

/** The input of the action that publishes a comment. */
interface CommentInput {
  /** The text without surrounding space. */
  readonly content: string;
  readonly draft: Draft;
  /** Replaces the draft of this comment. */
  readonly replaceDraft: (draft: Draft) => void;
}

/**
 * Returns a function that publishes a comment, and why the last attempt failed. Starts a new draft after a success.
 *
 * If the form has disappeared, a toast shows why the attempt failed.
 */
function useAddComment({ post, viewer, onGone, onSent }: CommentFormProps) {
  const [problem, setProblem] = useState<string>();
  const client = useQueryClient();
  const isMounted = useIsMounted();
  useVisibleAlert(Boolean(problem));

  function showProblem(text: string, visit: number): void {
    if (isMounted()) setProblem(text);
    else if (!hasLeft(visit)) showFailureToast(text);
  }

  const { run: addComment, isBusy } = useAction({
    mutationFn: ({ content, draft: { idempotencyKey } }: CommentInput) =>
      api.posts.addComment({ postId: post.id, userId: viewer.id, text: content, idempotencyKey }),
    onMutate: () => {
      setProblem(undefined);
      return currentVisit();
    },
    onSuccess: ({ comment, commentCount }, { replaceDraft }) => {
      insertComment(client, post.id, comment, { commentCount });
      replaceDraft(createDraft());
      onSent();
    },
    onError: (error, { draft, replaceDraft }, visit = currentVisit()) => {
      if (isPostGone(error)) return onGone();

      const isConflict = error instanceof ApiError && error.code === 'Conflict';
      if (!isConflict) return showProblem(texts.commentFailed(error.message), visit);

      // An earlier attempt succeeded although its response was lost, and the text has changed since.
      replaceDraft(createDraft(draft.text));
      showProblem(texts.alreadyCommented, visit);
      void refreshPosts(client);
    },
  });

  return { addComment, isBusy, problem };
}

/** The form to write a comment. The text stays stored when the post's card disappears. */
export function CommentForm({ post, viewer, onGone, onSent }: CommentFormProps) {
  const { draft, setDraft, prepareReplace } = useCommentDraft(viewer.id, post.id);
  const { text, idempotencyKey } = draft;
  const field = useRef<HTMLTextAreaElement>(null);
  const id = useId();
  const { clean, length, isSendable } = measureText(text, MAX_COMMENT_LENGTH);

  const { addComment, isBusy, problem } = useAddComment({
    post,
    viewer,
    onGone,
    onSent: () => {
      field.current?.focus();
      onSent();
    },
  });

  const send = () => {
    if (isSendable) addComment({ content: clean, draft, replaceDraft: prepareReplace() });
  };

  return (
    <form
      className="comment-form"
      aria-busy={isBusy}
      onSubmit={(event: SubmitEvent) => {
        event.preventDefault();
        send();
      }}
    >
      <WritingArea
        field={field}
        rows={1}
        value={text}
        isTooLong={length > MAX_COMMENT_LENGTH}
        readOnly={isBusy}
        placeholder={texts.commentPlaceholder}
        label={texts.commentLabel(post.username)}
        countId={`${id}count`}
        onType={(newText) => setDraft({ text: newText, idempotencyKey })}
        onSend={send}
      />
      {/* Not disabled while the comment is sent, so that the button keeps the focus. */}
      <button type="submit" className="button button--soft button--small" disabled={!isSendable} aria-disabled={isBusy}>
        {isBusy ? texts.commenting : texts.comment}
      </button>
      <CharacterCount id={`${id}count`} length={length} limit={MAX_COMMENT_LENGTH} showBelow={COUNT_SHOWN_FROM} />
      {clean !== '' && (
        <Suspense>
          <RemainingAllowance limits={['comments']} isActive={!isBusy} />
        </Suspense>
      )}
      <div role="alert">{problem && <p className="card-problem">{problem}</p>}</div>
    </form>
  );
}

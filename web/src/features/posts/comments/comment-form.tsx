import { useMutation, useQueryClient } from '@tanstack/react-query';
import { type SubmitEvent, useId, useRef, useState } from 'react';
import type { OwnProfile } from '../../../../../shared/contract/account.ts';
import type { Post } from '../../../../../shared/contract/posts.ts';
import { MAX_COMMENT_LENGTH } from '../../../../../shared/depth/limits.ts';
import { CharacterCount } from '../../../design/writing/character-count.tsx';
import { WritingArea } from '../../../design/writing/writing-area.tsx';
import { measure } from '../../../design/writing/written-text.ts';
import { api } from '../../../platform/api/api.ts';
import { ApiError } from '../../../platform/api/api-error.ts';
import { refreshPosts } from '../post-cache.ts';
import { texts } from '../texts.ts';
import { saysGone } from '../use-gone.ts';
import { addComment } from './comment-cache.ts';

interface CommentFormProps {
  readonly post: Post;
  readonly viewer: OwnProfile;
  readonly onGone: () => void;
  readonly onSent: () => void;
}

const COUNT_SHOWN_FROM = 100;

/** Writes a comment. Each is sent under a key of its own: however often it is tried, it stands there once. */
export function CommentForm({ post, viewer, onGone, onSent }: CommentFormProps) {
  const [text, setText] = useState('');
  const [problem, setProblem] = useState<string>();
  const field = useRef<HTMLTextAreaElement>(null);
  const key = useRef<string>(undefined);
  const client = useQueryClient();
  const id = useId();
  const { clean, length, sendable } = measure(text, MAX_COMMENT_LENGTH);

  const { mutate, isPending } = useMutation({
    mutationFn: (sent: string) => {
      key.current ??= crypto.randomUUID();
      return api.posts.addComment({ postId: post.id, userId: viewer.id, text: sent, idempotencyKey: key.current });
    },
    onMutate: () => setProblem(undefined),
    onSuccess: ({ comment, commentCount }) => {
      key.current = undefined;
      addComment(client, post.id, comment, commentCount);
      setText('');
      field.current?.focus();
      onSent();
    },
    onError: (error) => {
      if (saysGone(error)) return onGone();
      if (!(error instanceof ApiError && error.code === 'Conflict'))
        return setProblem(texts.commentFailed(error.message));
      // An attempt that was never answered had arrived, and the text has been changed since.
      key.current = undefined;
      setProblem(texts.commentStood);
      void refreshPosts(client);
    },
  });

  const send = () => {
    if (sendable && !isPending) mutate(clean);
  };

  return (
    <form
      className="comment-form"
      aria-busy={isPending}
      onSubmit={(event: SubmitEvent) => {
        event.preventDefault();
        send();
      }}
    >
      <WritingArea
        field={field}
        rows={1}
        value={text}
        tooLong={length > MAX_COMMENT_LENGTH}
        readOnly={isPending}
        placeholder={texts.commentPlaceholder}
        label={texts.commentLabel(post.username)}
        countId={`${id}count`}
        onType={setText}
        onSend={send}
      />
      <button
        type="submit"
        className="button button--soft button--small"
        disabled={!sendable}
        aria-disabled={isPending}
      >
        {isPending ? texts.commenting : texts.comment}
      </button>
      <CharacterCount id={`${id}count`} length={length} limit={MAX_COMMENT_LENGTH} near={COUNT_SHOWN_FROM} />
      <div role="alert">{problem && <p className="card-problem">{problem}</p>}</div>
    </form>
  );
}

import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useEffect, useReducer, useRef } from 'react';
import type { OwnProfile } from '../../../../../shared/contract/account.ts';
import type { Post } from '../../../../../shared/contract/posts.ts';
import { api } from '../../../platform/api/api.ts';
import { ApiError } from '../../../platform/api/api-error.ts';
import { checkPicture, reencode } from '../../../platform/picture.ts';
import { putFile } from '../../../platform/put-file.ts';
import { raiseToast } from '../../../platform/toasts.ts';
import { addPost, refreshPosts } from '../post-cache.ts';
import { texts } from '../texts.ts';
import { begin, nextComposer, pictureProblem } from './composer-state.ts';
import { keepDraft, readDraft } from './draft.ts';
import { publishPost } from './publish-post.ts';

/** Pixels of a picture's longer side at most. */
const MAX_PICTURE_SIZE = 2048;

/** What the composer does: keeps the draft, opens a picture, publishes both. */
export function useComposer(viewer: OwnProfile, onPosted: ((post: Post) => void) | undefined) {
  const client = useQueryClient();
  const [state, dispatch] = useReducer(nextComposer, viewer.id, (id) => begin(readDraft(id)));
  const { text, idempotencyKey, picture } = state;
  const stored = useRef(new WeakMap<File, string>());

  useEffect(() => keepDraft(viewer.id, { text, idempotencyKey }), [viewer.id, text, idempotencyKey]);

  const { mutate } = useMutation({
    mutationFn: (content: string) =>
      publishPost(
        { userId: viewer.id, content, idempotencyKey, picture },
        {
          uploads: api.files,
          posts: api.posts,
          put: putFile,
          stored: stored.current,
          onProgress: (sent, total) => dispatch({ type: 'progressed', sent, total }),
          // Whoever goes to another screen meanwhile wants to find the post there.
          signal: new AbortController().signal,
        },
      ),
    onSuccess: (post) => {
      addPost(client, post);
      keepDraft(viewer.id, { text: '', idempotencyKey });
      dispatch({ type: 'published', nextKey: crypto.randomUUID() });
      raiseToast(texts.posted);
      onPosted?.(post);
    },
    onError: (error) => {
      if (!(error instanceof ApiError && error.code === 'Conflict')) {
        return dispatch({ type: 'failed', problem: texts.postFailed(error.message) });
      }
      // An attempt that was never answered had arrived, and the post has been changed since.
      dispatch({ type: 'failed', problem: texts.postStood, nextKey: crypto.randomUUID() });
      void refreshPosts(client);
    },
  });

  async function choosePicture(file: File) {
    const problem = checkPicture(file);
    dispatch({ type: 'opening' });
    if (problem) return dispatch({ type: 'refused', problem });
    try {
      dispatch({ type: 'opened', file: await prepare(file) });
    } catch (error) {
      dispatch({ type: 'refused', problem: pictureProblem(error) });
    }
  }

  function publish(content: string) {
    dispatch({ type: 'publishing' });
    mutate(content);
  }

  return { state, dispatch, choosePicture, publish };
}

/** A picture as it will be sent. One that moves is sent as it is, once it is known to be one. */
async function prepare(file: File): Promise<File> {
  const drawn = await reencode(file, { maxSize: MAX_PICTURE_SIZE });
  return file.type === 'image/gif' ? new File([file], 'picture.gif', { type: file.type }) : drawn;
}

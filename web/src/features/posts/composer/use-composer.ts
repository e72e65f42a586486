import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useReducer, useRef } from 'react';
import type { OwnProfile } from '../../../../../shared/contract/account.ts';
import type { Post } from '../../../../../shared/contract/posts.ts';
import { api } from '../../../platform/api/api.ts';
import { ApiError } from '../../../platform/api/api-error.ts';
import { checkPicture } from '../../../platform/picture.ts';
import { putFile } from '../../../platform/put-file.ts';
import { showToast } from '../../../platform/toasts.ts';
import { useAction } from '../../../platform/use-action.ts';
import { addPost, refreshPosts } from '../post-cache.ts';
import { texts } from '../texts.ts';
import { composerReducer, createComposer, pictureErrorText } from './composer-state.ts';
import { readDraft, saveDraft } from './draft.ts';
import { publishPost } from './publish-post.ts';

/** Maximum pixels of a picture's longer side. */
const MAX_PICTURE_SIZE = 2048;

/** Holds the composer's state: stores the draft, opens pictures, and publishes the post. */
export function useComposer(viewer: OwnProfile, onPosted: ((post: Post) => void) | undefined) {
  const client = useQueryClient();
  const [state, dispatch] = useReducer(composerReducer, viewer.id, (id) => createComposer(readDraft(id)));
  const { text, idempotencyKey, picture } = state;
  const uploadedPictures = useRef(new WeakMap<File, string>());

  useEffect(() => saveDraft(viewer.id, { text, idempotencyKey }), [viewer.id, text, idempotencyKey]);

  const { run } = useAction({
    onMutate: () => dispatch({ type: 'publishing' }),
    mutationFn: (content: string) =>
      publishPost(
        { userId: viewer.id, content, idempotencyKey, picture },
        {
          uploads: api.files,
          posts: api.posts,
          put: putFile,
          uploadedPictures: uploadedPictures.current,
          onProgress: (sent, total) => dispatch({ type: 'progressed', sent, total }),
          // Never aborted: publishing continues when the member leaves the screen.
          signal: new AbortController().signal,
        },
      ),
    onSuccess: (post) => {
      addPost(client, post);
      saveDraft(viewer.id, { text: '', idempotencyKey });
      dispatch({ type: 'published', nextKey: crypto.randomUUID() });
      showToast(texts.posted);
      onPosted?.(post);
    },
    onError: (error) => {
      if (!(error instanceof ApiError && error.code === 'Conflict')) {
        return dispatch({ type: 'failed', problem: texts.postFailed(error.message) });
      }
      // An earlier attempt succeeded although its response was lost, and the post has changed since.
      dispatch({ type: 'failed', problem: texts.alreadyPosted, nextKey: crypto.randomUUID() });
      void refreshPosts(client);
    },
  });

  async function choosePicture(file: File) {
    const problem = checkPicture(file);
    dispatch({ type: 'opening' });
    if (problem) return dispatch({ type: 'rejected', problem });
    try {
      dispatch({ type: 'opened', file: await preparePicture(file) });
    } catch (error) {
      dispatch({ type: 'rejected', problem: pictureErrorText(error) });
    }
  }

  return { state, dispatch, choosePicture, publish: run };
}

/**
 * Re-encodes a picture for upload. An animated GIF stays as it is, once it is known to be an image.
 *
 * The scripts for it are loaded with the first picture, because the dashboard must be small.
 */
async function preparePicture(file: File): Promise<File> {
  const { reencode } = await import('../../../platform/reencode-picture.ts').catch(() => {
    throw new Error(texts.pictureNotOpened);
  });
  const reencoded = await reencode(file, { maxSize: MAX_PICTURE_SIZE });
  return file.type === 'image/gif' ? new File([file], 'picture.gif', { type: file.type }) : reencoded;
}

import { useQueryClient } from '@tanstack/react-query';
import type { OwnProfile } from '../../../../../shared/contract/account.ts';
import type { Post } from '../../../../../shared/contract/posts.ts';
import { api } from '../../../platform/api/api.ts';
import { ApiError } from '../../../platform/api/api-error.ts';
import { checkPicture } from '../../../platform/pictures/picture.ts';
import { putFile } from '../../../platform/pictures/put-file.ts';
import { useStore } from '../../../platform/state/store.ts';
import { useAction } from '../../../platform/state/use-action.ts';
import { formatDepth } from '../../../platform/text/format-depth.ts';
import { showToast } from '../../../platform/toasts.ts';
import { insertPost, refreshPosts } from '../post-cache.ts';
import { pictureErrorText } from './composer-state.ts';
import { createPost, type NewPost, type PublishDependencies } from './create-post.ts';
import { findOrCreateComposer } from './open-composer.ts';
import { texts } from './texts.ts';

/** Maximum length of a picture's longer side, in pixels. */
const MAX_PICTURE_PIXELS = 2048;

/** The input of the action that publishes a post. */
type PublishInput = Pick<NewPost, 'content' | 'depth'>;

/** Returns the state of the composer, and functions that change it, choose a picture, and publish the post. */
export function useComposer(viewer: OwnProfile, onPosted: ((post: Post) => void) | undefined) {
  const client = useQueryClient();
  const composer = findOrCreateComposer(client, viewer.id);
  const { dispatch, uploadedPictures } = composer;
  const state = useStore(composer.state);
  const { idempotencyKey, picture } = state;

  const buildDependencies = (): PublishDependencies => ({
    uploads: api.files,
    posts: api.posts,
    sendPicture: putFile,
    uploadedPictures,
    onProgress: (sent, total) => dispatch({ type: 'progressed', sent, total }),
    // Never aborted: publishing continues when the member leaves the screen.
    signal: new AbortController().signal,
  });

  const { run } = useAction({
    onMutate: () => dispatch({ type: 'publishing' }),
    mutationFn: ({ content, depth }: PublishInput) =>
      createPost({ userId: viewer.id, content, depth, idempotencyKey, picture }, buildDependencies()),
    onSuccess: (post, { depth }) => {
      insertPost(client, post);
      dispatch({ type: 'published', nextKey: crypto.randomUUID() });
      showToast(depth === undefined ? texts.posted : texts.postedAt(formatDepth(depth)));
      onPosted?.(post);
    },
    onError: (error) => {
      const isConflict = error instanceof ApiError && error.code === 'Conflict';
      if (!isConflict) return dispatch({ type: 'failed', problem: texts.postFailed(error.message) });

      // An earlier attempt succeeded although its response was lost, and the post has changed since.
      dispatch({ type: 'failed', problem: texts.alreadyPosted, nextKey: crypto.randomUUID() });
      void refreshPosts(client);
    },
  });

  const choosePicture = (file: File) => composer.openPicture(() => preparePicture(file), pictureErrorText);

  return { state, dispatch, choosePicture, publish: run };
}

/**
 * Checks and re-encodes a picture for upload.
 *
 * A GIF is sent unchanged, because it may be animated. It is re-encoded only to find out whether it is a picture.
 */
async function preparePicture(file: File): Promise<File> {
  const problem = checkPicture(file);
  if (problem) throw new Error(problem);

  // Loaded with the first picture, because the dashboard must be small.
  const { reencodePicture } = await import('../../../platform/pictures/reencode-picture.ts').catch(() => {
    throw new Error(texts.pictureNotOpened);
  });
  const reencodedFile = await reencodePicture(file, { maxSideLength: MAX_PICTURE_PIXELS });

  return file.type === 'image/gif' ? new File([file], 'picture.gif', { type: file.type }) : reencodedFile;
}

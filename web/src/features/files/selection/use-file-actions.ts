import { type QueryClient, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { ListedFile } from '../../../../../shared/contract/files.ts';
import { api } from '../../../platform/api/api.ts';
import { ApiError } from '../../../platform/api/api-error.ts';
import { currentVisit, hasLeft } from '../../../platform/auth/auth-state.ts';
import { emitProductEvent } from '../../../platform/product-events.ts';
import { useAction } from '../../../platform/state/use-action.ts';
import { useIsMounted } from '../../../platform/state/use-is-mounted.ts';
import { showFailureToast, showToast } from '../../../platform/toasts.ts';
import { removeListedFile, updateListedFile } from '../file-cache.ts';
import { texts } from '../texts.ts';
import { type BulkOutcome, forEachFile } from './each-file.ts';
import { buildFailureText } from './failure-text.ts';
import type { FileSelection } from './use-selection.ts';
import { useZip } from './zip/use-zip.ts';

/** Maximum number of like requests at the same time. */
const MAX_PARALLEL_LIKES = 4;

/** The failure of an action for some of the files. */
interface Failure {
  readonly text: string;
  /** Repeats the action for these files. */
  readonly retry: () => void;
}

/** Returns whether an error is an API error with this code. */
const hasCode = (error: Error, code: string) => error instanceof ApiError && error.code === code;

/** Likes a file, and updates it in the lists. */
async function likeFile(client: QueryClient, viewerId: string, fileId: string): Promise<void> {
  const { liked, likeCount } = await api.files.like({ userId: viewerId, fileId, liked: true });
  updateListedFile(client, fileId, (file) => ({ ...file, likedByViewer: liked, likeCount }));
}

/** Deletes the viewer's own file, and removes it from the lists. */
async function deleteFile(client: QueryClient, viewerId: string, fileId: string): Promise<void> {
  try {
    const { depth } = await api.files.delete({ userId: viewerId, fileId });
    emitProductEvent('fileDeleted', { fileId, depth });
  } catch (error) {
    if (!(error instanceof Error && hasCode(error, 'NotFound'))) throw error;
    // The file was already deleted, perhaps on another device. Other lists and tabs may still show it.
    emitProductEvent('fileDeleted', { fileId });
  }

  removeListedFile(client, fileId);
}

/**
 * Returns the actions for the selected files. If an action fails for some of them, only these stay selected, and
 * `failure` describes them. If the selection has ended, a toast describes them instead, and no file is selected.
 */
export function useFileActions(viewerId: string, { select }: Pick<FileSelection, 'select'>) {
  const client = useQueryClient();
  const [failure, setFailure] = useState<Failure>();
  const [visit] = useState(currentVisit);
  const isMounted = useIsMounted();

  /** Shows which files failed, or confirms the action if no file failed. */
  function report(
    outcome: BulkOutcome,
    confirmation: string,
    describeFailures: (names: string, reason: string) => string,
    repeat: (files: readonly ListedFile[]) => void,
  ) {
    const files = outcome.failures.map(({ file }) => file);
    if (files.length === 0) return showToast(confirmation);

    const text = buildFailureText(outcome, describeFailures);
    // The bar is gone, and a selection that has started since belongs to another bar.
    if (!isMounted()) {
      // After a logout, another person may use the browser, and must not see the files' names.
      if (!hasLeft(visit)) showFailureToast(text);
      return;
    }

    select(files);
    setFailure({ text, retry: () => repeat(files) });
  }

  const zip = useZip(viewerId, (outcome) =>
    report(outcome, texts.zipSaved(outcome.doneFiles.length), texts.zipFailed, (files) => start(zip.run, files)),
  );

  const like = useAction({
    mutationFn: (files: readonly ListedFile[]) =>
      forEachFile(files, ({ key }) => likeFile(client, viewerId, key), {
        maxParallel: MAX_PARALLEL_LIKES,
        failsAllRemaining: (error) => hasCode(error, 'LimitReached'),
      }),
    onSuccess: (outcome) =>
      report(outcome, texts.likedAll(outcome.doneFiles.length), texts.likesFailed, (files) => start(like.run, files)),
  });

  const deletion = useAction({
    mutationFn: (files: readonly ListedFile[]) =>
      forEachFile(files, ({ key }) => deleteFile(client, viewerId, key), {
        // Each deletion changes the member's depth, so parallel requests would wait for each other.
        maxParallel: 1,
      }),
    onSuccess: (outcome) =>
      report(outcome, texts.deletedAll(outcome.doneFiles.length), texts.deletionsFailed, (files) =>
        start(deletion.run, files),
      ),
  });

  /** Runs an action, and removes the problems of the previous action. */
  function start(run: (files: readonly ListedFile[]) => void, files: readonly ListedFile[]) {
    setFailure(undefined);
    zip.reset();
    run(files);
  }

  return {
    zip: { ...zip, run: (files: readonly ListedFile[]) => start(zip.run, files) },
    like: { ...like, run: (files: readonly ListedFile[]) => start(like.run, files) },
    deletion: { ...deletion, run: (files: readonly ListedFile[]) => start(deletion.run, files) },
    isBusy: zip.isBusy || like.isBusy || deletion.isBusy,
    failure,
  };
}

import { type putFile, StorageError } from '../../../../platform/pictures/put-file.ts';
import type { Part } from './part-plan.ts';
import {
  countSentBytes,
  createQueue,
  listMissingParts,
  listOutstandingParts,
  type PartEvent,
  partQueueReducer,
} from './part-queue.ts';
import { PresignedUrls, type SignDependencies } from './presigned-urls.ts';
import { type RetryContext, retryWhileTransient } from './retry-while-transient.ts';

/** The number of lanes, which work in parallel. Each lane sends one part after another. */
const LANE_COUNT = 4;

/** Maximum number of URLs per request: enough for all lanes, but so few that no URL expires before it is used. */
const SIGN_BATCH_SIZE = 2 * LANE_COUNT;

export interface SendPartsDependencies extends RetryContext, SignDependencies {
  readonly put: typeof putFile;
  /** Receives how many bytes of the file have arrived, or have been sent of parts that are still being sent. */
  readonly onProgress: (sentBytes: number) => void;
  /** Called when S3 has stored a part. */
  readonly onArrived: (part: Part) => void;
}

/**
 * Sends every part that has not arrived, several in parallel. Resolves when all parts have arrived.
 *
 * Each part is a slice of the file, so the file is never read into memory. After a failure, S3 keeps the arrived parts.
 */
export async function sendParts(
  file: Blob,
  plan: readonly Part[],
  arrivedParts: readonly Part[],
  deps: SendPartsDependencies,
): Promise<void> {
  const laneStopper = new AbortController();
  const signal = AbortSignal.any([deps.signal, laneStopper.signal]);
  const presignedUrls = new PresignedUrls(deps, SIGN_BATCH_SIZE);
  let queue = createQueue(plan, arrivedParts);

  const dispatch = (event: PartEvent) => {
    queue = partQueueReducer(queue, event);
    deps.onProgress(countSentBytes(queue));
  };

  const sendOnce = async (part: Part) => {
    const { partNumber, start, size } = part;
    dispatch({ type: 'started', partNumber });

    try {
      const { url, headers } = await presignedUrls.getSignedPart(part, () => listOutstandingParts(queue));
      const onProgress = (sentBytes: number) => dispatch({ type: 'progressed', partNumber, sentBytes });
      await deps.put(url, file.slice(start, start + size), { headers, onProgress, signal });
    } catch (error) {
      // The URL may have expired, possibly because of a wrong clock.
      if (error instanceof StorageError) presignedUrls.invalidate(part);
      // The bytes of a failed attempt don't count.
      dispatch({ type: 'progressed', partNumber, sentBytes: 0 });
      throw error;
    }

    // A stopped upload must report no further part.
    signal.throwIfAborted();
    dispatch({ type: 'arrived', partNumber });
    deps.onArrived(part);
  };

  // Sends one missing part after another. A lane takes its next part when it has sent the previous one.
  const runLane = async () => {
    for (;;) {
      const [part] = listMissingParts(queue);
      if (!part) return;

      await retryWhileTransient(() => sendOnce(part), { ...deps, signal });
    }
  };

  deps.onProgress(countSentBytes(queue));
  await runLanes(runLane, laneStopper);
}

/** Runs all lanes until they end. If one lane fails, stops the other lanes before it throws the error. */
async function runLanes(runLane: () => Promise<void>, laneStopper: AbortController): Promise<void> {
  const lanes = Array.from({ length: LANE_COUNT }, runLane);

  try {
    await Promise.all(lanes);
  } catch (error) {
    laneStopper.abort(error);
    await Promise.allSettled(lanes);
    throw error;
  }
}

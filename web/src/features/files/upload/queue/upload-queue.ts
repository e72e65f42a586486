import { Store } from '../../../../platform/state/store.ts';
import { type CleaningContext, resultWithoutSearch } from '../prepare/clean-file.ts';
import type { PreparedFile } from '../prepare/prepare-file.ts';
import { texts } from '../texts.ts';
import type { SavedUpload, Upload } from '../upload-file.ts';
import { isActive, PROGRESS_RESET_MS, type UploadEvent } from '../upload-state.ts';
import {
  EMPTY_QUEUE,
  isUnsent,
  nextToCompare,
  nextToPrepare,
  nextToSend,
  type QueuedFile,
  type QueueEvent,
  type QueueState,
  queueReducer,
  type UploadDetails,
} from './queue-state.ts';

export interface QueueDependencies {
  /** Removes hidden details from a file. */
  readonly prepare: (file: File, context: CleaningContext) => Promise<PreparedFile>;
  /** Returns whether the member has a file with the same bytes. */
  readonly findCopy: (file: File, signal: AbortSignal, onProgress: (percent: number) => void) => Promise<boolean>;
  /** Returns whether the details are valid. */
  readonly canSend: (details: UploadDetails) => boolean;
  /** Returns the upload of a prepared file. `details` returns the latest details. */
  readonly buildUpload: (preparedFile: PreparedFile, details: () => UploadDetails) => Upload;
  /** Uploads one file, and emits its progress. */
  readonly send: (upload: Upload, signal: AbortSignal, emit: (event: UploadEvent) => void) => Promise<SavedUpload>;
  /** Deletes the stored parts of a cancelled upload. */
  readonly discard: (upload: Upload) => void;
}

/** One run of a file's upload, until it ends or is stopped. */
interface UploadRun {
  readonly upload: Upload;
  readonly stop: AbortController;
  /** Resolves when the run ends. Never rejects. */
  readonly done: Promise<void>;
}

/** A search or a comparison of one file. Only one task of each kind runs at a time. */
interface Task {
  readonly id: number;
  readonly stop: AbortController;
}

/**
 * Prepares, compares, and uploads the chosen files.
 *
 * Searches one file for hidden details and compares one at a time, and sends up to two. The failure of a file doesn't
 * stop the other files.
 */
export class UploadQueue {
  readonly store = new Store<QueueState>(EMPTY_QUEUE);
  readonly #deps: QueueDependencies;
  /** The last run of each file's upload, by file ID. */
  readonly #runs = new Map<number, UploadRun>();
  /** The timers that reset the progress bars of ended uploads. */
  readonly #barTimers = new Set<ReturnType<typeof setTimeout>>();
  /** The search for hidden details that is running. */
  #preparation: Task | undefined;
  /** The check for a copy that is running. */
  #comparison: Task | undefined;
  #lastId = 0;

  constructor(deps: QueueDependencies) {
    this.#deps = deps;
  }

  add(files: readonly Pick<QueuedFile, 'file' | 'details'>[]): void {
    this.#dispatch({ type: 'added', files: files.map((file) => ({ ...file, id: ++this.#lastId })) });
  }

  edit(id: number, details: UploadDetails): void {
    this.#dispatch({ type: 'edited', id, details });
  }

  /** Chooses whether pictures keep camera data. Files that are being sent don't change. */
  keepCameraData(keepsCameraData: boolean): void {
    this.#preparation?.stop.abort();
    this.#comparison?.stop.abort();
    this.#dispatch({ type: 'cameraDataChosen', keepsCameraData });
  }

  /** Uploads all files that haven't been uploaded and have valid details. */
  start(): void {
    for (const { id } of this.store.value.files) this.enqueue(id);
  }

  /**
   * Uploads one file when its turn comes. Also retries a failed upload, and resumes a paused upload. Starts no upload
   * with invalid details.
   */
  enqueue(id: number): void {
    const file = this.#find(id);
    if (!file || file.state.status === 'success') return;
    if (isUnsent(file) && !this.#deps.canSend(file.details)) return;

    this.#change(id, { type: 'queued' });
  }

  pause(id: number): void {
    this.#runs.get(id)?.stop.abort();
    this.#change(id, { type: 'paused' });
  }

  /** Stops the upload of a file, and deletes its stored parts. */
  async cancel(id: number): Promise<void> {
    const run = this.#runs.get(id);
    run?.stop.abort();
    await run?.done;

    // A new upload of the file may have started during the wait.
    if (run && this.#runs.get(id) === run) {
      this.#runs.delete(id);
      this.#deps.discard(run.upload);
    }

    this.#change(id, { type: 'cancelled' });
  }

  /** Removes a file, and cancels its upload. */
  remove(id: number): void {
    const file = this.#find(id);
    for (const task of [this.#preparation, this.#comparison]) {
      if (task?.id === id) task.stop.abort();
    }

    if (file && isActive(file.state)) void this.cancel(id);
    this.#dispatch({ type: 'removed', id });
  }

  /** Stops everything and removes all files. The stored parts of a large file stay, so its upload can be resumed. */
  clear(): void {
    for (const { stop } of this.#runs.values()) stop.abort();
    this.#runs.clear();
    this.#preparation?.stop.abort();
    this.#comparison?.stop.abort();

    for (const timer of this.#barTimers) clearTimeout(timer);
    this.#barTimers.clear();

    this.#dispatch({ type: 'cleared' });
  }

  #find(id: number): QueuedFile | undefined {
    return this.store.value.files.find((file) => file.id === id);
  }

  #change(id: number, uploadEvent: UploadEvent): void {
    this.#dispatch({ type: 'uploadChanged', id, uploadEvent });
  }

  #dispatch(event: QueueEvent): void {
    this.store.set(queueReducer(this.store.value, event));
    this.#startNextTasks();
  }

  /** Starts the next search, comparison, and upload, if they can start now. */
  #startNextTasks(): void {
    const unpreparedFile = this.#preparation ? undefined : nextToPrepare(this.store.value);
    if (unpreparedFile) void this.#prepare(unpreparedFile);

    const uncomparedFile = this.#comparison ? undefined : nextToCompare(this.store.value);
    if (uncomparedFile) void this.#compare(uncomparedFile);

    const waitingFile = nextToSend(this.store.value);
    if (waitingFile) this.#startRun(waitingFile);
  }

  async #prepare({ id, file }: QueuedFile): Promise<void> {
    const stop = new AbortController();
    this.#preparation = { id, stop };

    const { keepsCameraData } = this.store.value;
    const onProgress = (percent: number) => {
      if (!stop.signal.aborted) this.#dispatch({ type: 'searched', id, percent });
    };

    const preparedFile = await this.#deps
      .prepare(file, { keepsCameraData, signal: stop.signal, onProgress })
      .catch((error): PreparedFile => {
        if (!stop.signal.aborted) console.error(error);
        // The server also removes hidden details.
        return { file, cleaning: resultWithoutSearch(file), keepsCameraData };
      });

    this.#preparation = undefined;
    if (stop.signal.aborted) this.#startNextTasks();
    else this.#dispatch({ type: 'prepared', id, preparedFile });
  }

  async #compare({ id, preparedFile }: QueuedFile): Promise<void> {
    if (!preparedFile) return;

    const stop = new AbortController();
    this.#comparison = { id, stop };

    const onProgress = (percent: number) => {
      if (!stop.signal.aborted) this.#dispatch({ type: 'copyChecked', id, copyCheck: { status: 'checking', percent } });
    };

    // A failed check counts as no copy. The check is only a hint: the server also compares the file.
    const isCopy = await this.#deps.findCopy(preparedFile.file, stop.signal, onProgress).catch(() => false);

    this.#comparison = undefined;
    if (stop.signal.aborted) this.#startNextTasks();
    else this.#dispatch({ type: 'copyChecked', id, copyCheck: { status: 'done', isCopy } });
  }

  #startRun({ id, preparedFile, details }: QueuedFile): void {
    if (!preparedFile) return;

    const previousRun = this.#runs.get(id);
    previousRun?.stop.abort();

    const stop = new AbortController();
    // The member can edit the description until it is saved.
    const upload = this.#deps.buildUpload(preparedFile, () => this.#find(id)?.details ?? details);
    // Waits for the stopped run, because it may still hold the lock of the upload.
    const done = Promise.resolve(previousRun?.done).then(() => this.#perform(id, upload, stop.signal));

    this.#runs.set(id, { upload, stop, done });
    this.#change(id, { type: 'started' });
  }

  async #perform(id: number, upload: Upload, signal: AbortSignal): Promise<void> {
    const emit = (event: UploadEvent) => {
      if (!signal.aborted) this.#change(id, event);
    };

    try {
      signal.throwIfAborted();
      const { file: storedFile } = await this.#deps.send(upload, signal, emit);
      if (!signal.aborted) this.#dispatch({ type: 'stored', id, storedFile });
    } catch (error) {
      if (signal.aborted) return;

      console.error(error);
      const message = error instanceof Error ? error.message : '';
      this.#change(id, { type: 'failed', error: message ? texts.uploadFailed(message) : texts.uploadFailedPlain });
    }

    if (!signal.aborted) this.#resetBarLater(id);
  }

  #resetBarLater(id: number): void {
    const timer = setTimeout(() => {
      this.#barTimers.delete(timer);
      this.#change(id, { type: 'progressReset' });
    }, PROGRESS_RESET_MS);
    this.#barTimers.add(timer);
  }
}

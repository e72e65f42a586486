/** Tests of the queue that sends several files, two at a time. One file's failure must not stop the others. */
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { ListedFile } from '../../../../../../shared/contract/files.ts';
import type { PreparedFile } from '../prepare/prepare-file.ts';
import type { SavedUpload, Upload } from '../upload-file.ts';
import { PROGRESS_RESET_MS } from '../upload-state.ts';
import type { UploadDetails } from './queue-state.ts';
import { type QueueDependencies, UploadQueue } from './upload-queue.ts';

const buildDetails = (fileName: string) => ({ fileName, description: 'Low tide', altText: '', depth: '' });
/** Builds text files with these names, as the member chooses them. */
const buildChoices = (...names: string[]) =>
  names.map((name) => ({ file: new File([name], name), details: buildDetails(name) }));

/** An upload that was sent. The test ends it. */
interface SentUpload extends PromiseWithResolvers<SavedUpload> {
  readonly signal: AbortSignal;
  readonly upload: Upload;
}

/** The uploads that were sent, by file name. */
let sentUploads: Map<string, SentUpload>;

/** Creates a queue whose dependencies succeed, except those in `changes`. */
function createQueue(changes: Partial<QueueDependencies> = {}) {
  const workingDeps = {
    prepare: vi.fn<QueueDependencies['prepare']>(async (file, { keepsCameraData }) => ({
      file,
      cleaning: 'nothing',
      keepsCameraData,
    })),
    canSend: vi.fn<QueueDependencies['canSend']>(() => true),
    findCopy: vi.fn<QueueDependencies['findCopy']>(async () => false),
    buildUpload: ({ file }: PreparedFile, latestDetails: () => UploadDetails): Upload => ({
      file,
      userId: 'me',
      fileName: file.name,
      get description() {
        return latestDetails().description;
      },
      altText: '',
    }),
    send: vi.fn<QueueDependencies['send']>((upload, signal) => {
      const response = Promise.withResolvers<SavedUpload>();
      signal.addEventListener('abort', () => response.reject(signal.reason));
      sentUploads.set(upload.file.name, { ...response, signal, upload });
      return response.promise;
    }),
    discard: vi.fn<QueueDependencies['discard']>(),
  };

  const deps = { ...workingDeps, ...changes } as typeof workingDeps;
  const queue = new UploadQueue(deps);
  const statuses = () => queue.store.value.files.map(({ state }) => state.status);
  const idOf = (name: string) => queue.store.value.files.find(({ file }) => file.name === name)!.id;

  return { queue, deps, statuses, idOf };
}

/** Waits until the queue has handled all results. */
const settle = () => vi.advanceTimersByTimeAsync(0);
/** Lets the running upload of a file succeed. */
const completeUpload = (name: string) =>
  sentUploads.get(name)!.resolve({ file: { key: name } as ListedFile, depth: 1 });

beforeEach(() => {
  vi.useFakeTimers();
  // The queue logs the errors of uploads and searches.
  vi.spyOn(console, 'error').mockImplementation(() => {});
  sentUploads = new Map();
});

afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
});

describe('UploadQueue', () => {
  it('sends two files concurrently, and the next file when one upload ends', async () => {
    const { queue, statuses } = createQueue();
    queue.add(buildChoices('a', 'b', 'c'));
    await settle();
    expect(sentUploads.size).toBe(0);

    queue.start();
    await settle();
    expect(statuses()).toEqual(['uploading', 'uploading', 'waiting']);

    completeUpload('b');
    await settle();
    expect(statuses()).toEqual(['uploading', 'success', 'uploading']);
    expect(queue.store.value.files[1]?.storedFile).toEqual({ key: 'b' });
  });

  it('continues with the other files when one fails, until that file is retried', async () => {
    const { queue, statuses, idOf } = createQueue();
    queue.add(buildChoices('a', 'b', 'c'));
    queue.start();
    await settle();

    sentUploads.get('a')!.reject(new Error('No room.'));
    await settle();

    expect(statuses()).toEqual(['error', 'uploading', 'uploading']);
    expect(queue.store.value.files[0]?.state.error).toBe('Upload failed: No room.');

    completeUpload('b');
    completeUpload('c');
    await settle();

    queue.enqueue(idOf('a'));
    await settle();
    completeUpload('a');
    await settle();

    expect(statuses()).toEqual(['success', 'success', 'success']);
  });

  it('sends a file with invalid details only after the member has corrected them', async () => {
    const { queue, statuses, idOf } = createQueue({ canSend: ({ depth }) => depth !== 'x' });
    queue.add(buildChoices('a', 'b'));
    queue.edit(idOf('a'), { ...buildDetails('a'), depth: 'x' });
    queue.start();
    await settle();
    expect(statuses()).toEqual(['idle', 'uploading']);

    queue.edit(idOf('a'), buildDetails('a'));
    queue.start();
    await settle();
    expect(statuses()).toEqual(['uploading', 'uploading']);
  });

  it('sends a file once, even if the member starts all uploads again', async () => {
    const { queue, deps } = createQueue();
    queue.add(buildChoices('a'));

    queue.start();
    queue.start();
    await settle();
    completeUpload('a');
    await settle();

    queue.start();
    await settle();

    expect(deps.send).toHaveBeenCalledOnce();
  });

  it('sends the original file if the search for hidden details fails', async () => {
    const { queue, idOf } = createQueue({ prepare: () => Promise.reject(new Error('No connection.')) });
    queue.add(buildChoices('a'));

    queue.enqueue(idOf('a'));
    await settle();

    expect(queue.store.value.files[0]?.preparedFile?.file.name).toBe('a');
    expect(sentUploads.has('a')).toBe(true);
  });

  it.each([
    ['reef.jpg', 'unchecked'],
    ['reef.flac', 'unsupported'],
    ['reef.txt', 'nothing'],
  ])(
    'expects the server to clean a file after a failed search only if its format can be cleaned: %s is %s',
    async (name, cleaning) => {
      const { queue } = createQueue({ prepare: () => Promise.reject(new Error('No connection.')) });
      queue.add(buildChoices(name));
      await settle();

      expect(queue.store.value.files[0]?.preparedFile?.cleaning).toBe(cleaning);
    },
  );

  it('prepares files again when the choice about camera data changes', async () => {
    const firstPreparation = Promise.withResolvers<PreparedFile>();
    const { queue, deps } = createQueue();
    deps.prepare.mockReturnValueOnce(firstPreparation.promise);
    queue.add(buildChoices('a'));

    queue.keepCameraData(true);
    firstPreparation.resolve({ file: new File([], 'wrong'), cleaning: 'camera', keepsCameraData: false });
    await settle();

    expect(deps.prepare.mock.calls.map(([, { keepsCameraData }]) => keepsCameraData)).toEqual([false, true]);
    expect(queue.store.value.files[0]?.preparedFile).toMatchObject({ file: { name: 'a' }, keepsCameraData: true });
  });

  it("reports a copy of the member's file, but no copy after a failed check", async () => {
    const { queue, deps } = createQueue();
    deps.findCopy.mockRejectedValueOnce(new Error('No connection.')).mockResolvedValueOnce(true);

    queue.add(buildChoices('a', 'b'));
    await settle();

    expect(queue.store.value.files.map(({ copyCheck }) => copyCheck)).toEqual([
      { status: 'done', isCopy: false },
      { status: 'done', isCopy: true },
    ]);
  });

  it('discards a cancelled upload, and sends the next file', async () => {
    const { queue, deps, statuses, idOf } = createQueue();
    queue.add(buildChoices('a', 'b', 'c'));
    queue.start();
    await settle();

    void queue.cancel(idOf('a'));
    await settle();

    expect(sentUploads.get('a')!.signal.aborted).toBe(true);
    expect(deps.discard.mock.calls.map(([{ file }]) => file.name)).toEqual(['a']);
    expect(statuses()).toEqual(['idle', 'uploading', 'uploading']);
  });

  it('cancels the upload of a file that is removed', async () => {
    const { queue, deps, statuses, idOf } = createQueue();
    queue.add(buildChoices('a', 'b'));
    queue.start();
    await settle();

    queue.remove(idOf('a'));
    await settle();

    expect(statuses()).toEqual(['uploading']);
    expect(deps.discard).toHaveBeenCalledOnce();
  });

  it('resumes a paused upload after the stopped run has ended, without discarding the upload', async () => {
    const { queue, deps, statuses, idOf } = createQueue();
    const pausedRun = Promise.withResolvers<SavedUpload>();
    deps.send.mockReturnValueOnce(pausedRun.promise);
    queue.add(buildChoices('a'));
    queue.start();
    await settle();

    queue.pause(idOf('a'));
    expect(statuses()).toEqual(['paused']);

    queue.enqueue(idOf('a'));
    await settle();
    expect(deps.send).toHaveBeenCalledOnce();

    pausedRun.reject(new Error('aborted'));
    await settle();

    expect(deps.send).toHaveBeenCalledTimes(2);
    expect(statuses()).toEqual(['uploading']);
    expect(deps.discard).not.toHaveBeenCalled();
  });

  it('updates the description of a running upload when the member edits it', async () => {
    const { queue, idOf } = createQueue();
    queue.add(buildChoices('a'));
    queue.start();
    await settle();

    queue.edit(idOf('a'), { ...buildDetails('a'), description: 'High tide' });

    expect(sentUploads.get('a')!.upload.description).toBe('High tide');
  });

  it('resets the bar of a failed upload', async () => {
    const { queue } = createQueue();
    queue.add(buildChoices('a'));
    queue.start();
    await settle();

    sentUploads.get('a')!.reject(new Error(''));
    await settle();
    expect(queue.store.value.files[0]?.state.error).toBe('Upload failed');

    await vi.advanceTimersByTimeAsync(PROGRESS_RESET_MS);
    expect(queue.store.value.files[0]?.state).toEqual({ status: 'error', progress: 0, error: 'Upload failed' });
  });

  it('stops all uploads when the queue is cleared, without discarding the uploads', async () => {
    const { queue, deps } = createQueue();
    queue.add(buildChoices('a', 'b'));
    queue.start();
    await settle();

    queue.clear();
    await settle();

    expect([...sentUploads.values()].every(({ signal }) => signal.aborted)).toBe(true);
    expect(deps.discard).not.toHaveBeenCalled();
    expect(queue.store.value.files).toEqual([]);
  });
});

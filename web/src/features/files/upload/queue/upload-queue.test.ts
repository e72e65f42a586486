import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { ListedFile } from '../../../../../../shared/contract/files.ts';
import type { PreparedFile } from '../prepare/prepare-file.ts';
import type { StoredUpload, Upload } from '../upload-file.ts';
import { PROGRESS_RESET_MS } from '../upload-state.ts';
import { type QueueDependencies, UploadQueue } from './upload-queue.ts';

const details = (fileName: string) => ({ fileName, description: 'Low tide', altText: '' });
const chosenFiles = (...names: string[]) =>
  names.map((name) => ({ file: new File([name], name), details: details(name) }));

/** Uploads that the test ends, by file name. */
let sentUploads: Map<string, PromiseWithResolvers<StoredUpload> & { signal: AbortSignal; upload: Upload }>;

function createQueue(changes: Partial<QueueDependencies> = {}) {
  const working = {
    prepare: vi.fn<QueueDependencies['prepare']>(async (file, { keepsCameraData }) => ({
      file,
      cleaning: 'nothing',
      keepsCameraData,
    })),
    findCopy: vi.fn<QueueDependencies['findCopy']>(async () => false),
    describe: ({ file }: PreparedFile, latest: () => ReturnType<typeof details>): Upload => ({
      file,
      userId: 'me',
      fileName: file.name,
      get description() {
        return latest().description;
      },
      altText: '',
    }),
    send: vi.fn<QueueDependencies['send']>((upload, signal) => {
      const response = Promise.withResolvers<StoredUpload>();
      signal.addEventListener('abort', () => response.reject(signal.reason));
      sentUploads.set(upload.file.name, { ...response, signal, upload });
      return response.promise;
    }),
    discard: vi.fn<QueueDependencies['discard']>(),
  };
  const deps = { ...working, ...changes } as typeof working;
  const queue = new UploadQueue(deps);
  const statuses = () => queue.store.value.files.map(({ state }) => state.status);
  const idOf = (name: string) => queue.store.value.files.find(({ file }) => file.name === name)!.id;

  return { queue, deps, statuses, idOf };
}

const settle = () => vi.advanceTimersByTimeAsync(0);
const store = (name: string) => sentUploads.get(name)!.resolve({ file: { key: name } as ListedFile, depth: 1 });

beforeEach(() => {
  vi.useFakeTimers();
  vi.spyOn(console, 'error').mockImplementation(() => {});
  sentUploads = new Map();
});

afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
});

describe('UploadQueue', () => {
  it('sends two files at once, and the next one when one ends', async () => {
    const { queue, statuses } = createQueue();
    queue.add(chosenFiles('a', 'b', 'c'));
    await settle();
    expect(sentUploads.size).toBe(0);

    queue.start();
    await settle();
    expect(statuses()).toEqual(['uploading', 'uploading', 'waiting']);

    store('b');
    await settle();
    expect(statuses()).toEqual(['uploading', 'success', 'uploading']);
    expect(queue.store.value.files[1]?.stored).toEqual({ key: 'b' });
  });

  it('continues after the failure of a file, which can be retried', async () => {
    const { queue, statuses, idOf } = createQueue();
    queue.add(chosenFiles('a', 'b', 'c'));
    queue.start();
    await settle();
    sentUploads.get('a')!.reject(new Error('No room.'));
    await settle();

    expect(statuses()).toEqual(['error', 'uploading', 'uploading']);
    expect(queue.store.value.files[0]?.state.error).toBe('Upload failed: No room.');

    for (const name of ['b', 'c']) store(name);
    await settle();
    queue.queue(idOf('a'));
    await settle();
    store('a');
    await settle();

    expect(statuses()).toEqual(['success', 'success', 'success']);
  });

  it('does not send a shared file again', async () => {
    const { queue, deps } = createQueue();
    queue.add(chosenFiles('a'));
    queue.start();
    queue.start();
    await settle();
    store('a');
    await settle();
    queue.start();
    await settle();

    expect(deps.send).toHaveBeenCalledOnce();
  });

  it('sends the file as it is if hidden details cannot be searched', async () => {
    const { queue, idOf } = createQueue({ prepare: () => Promise.reject(new Error('No connection.')) });
    queue.add(chosenFiles('a'));
    queue.queue(idOf('a'));
    await settle();

    expect(queue.store.value.files[0]?.prepared?.file.name).toBe('a');
    expect(sentUploads.has('a')).toBe(true);
  });

  it.each([
    ['reef.jpg', 'unchecked'],
    ['reef.flac', 'unsupported'],
    ['reef.txt', 'nothing'],
  ])('expects the server to clean only what it can, after a failed search of %s', async (name, cleaning) => {
    const { queue } = createQueue({ prepare: () => Promise.reject(new Error('No connection.')) });
    queue.add(chosenFiles(name));
    await settle();

    expect(queue.store.value.files[0]?.prepared?.cleaning).toBe(cleaning);
  });

  it('prepares files again when camera data shall stay, and drops what was being prepared', async () => {
    const firstPreparation = Promise.withResolvers<PreparedFile>();
    const { queue, deps } = createQueue();
    deps.prepare.mockReturnValueOnce(firstPreparation.promise);
    queue.add(chosenFiles('a'));
    queue.keepCameraData(true);
    firstPreparation.resolve({ file: new File([], 'wrong'), cleaning: 'camera', keepsCameraData: false });
    await settle();

    expect(deps.prepare.mock.calls.map(([, { keepsCameraData }]) => keepsCameraData)).toEqual([false, true]);
    expect(queue.store.value.files[0]?.prepared).toMatchObject({ file: { name: 'a' }, keepsCameraData: true });
  });

  it('announces a copy, and counts a failed check as none', async () => {
    const { queue, deps } = createQueue();
    deps.findCopy.mockRejectedValueOnce(new Error('No connection.')).mockResolvedValueOnce(true);
    queue.add(chosenFiles('a', 'b'));
    await settle();

    expect(queue.store.value.files.map(({ copy }) => copy)).toEqual([
      { status: 'done', held: false },
      { status: 'done', held: true },
    ]);
  });

  it('stops and discards a cancelled upload, and gives its turn to the next', async () => {
    const { queue, deps, statuses, idOf } = createQueue();
    queue.add(chosenFiles('a', 'b', 'c'));
    queue.start();
    await settle();
    void queue.cancel(idOf('a'));
    await settle();

    expect(sentUploads.get('a')!.signal.aborted).toBe(true);
    expect(deps.discard.mock.calls.map(([{ file }]) => file.name)).toEqual(['a']);
    expect(statuses()).toEqual(['idle', 'uploading', 'uploading']);
  });

  it('removes a file, also while it is sent', async () => {
    const { queue, deps, statuses, idOf } = createQueue();
    queue.add(chosenFiles('a', 'b'));
    queue.start();
    await settle();
    queue.remove(idOf('a'));
    await settle();

    expect(statuses()).toEqual(['uploading']);
    expect(deps.discard).toHaveBeenCalledOnce();
  });

  it('pauses without discarding, and resumes after the paused attempt has ended', async () => {
    const { queue, deps, statuses, idOf } = createQueue();
    const endedUpload = Promise.withResolvers<StoredUpload>();
    deps.send.mockReturnValueOnce(endedUpload.promise);
    queue.add(chosenFiles('a'));
    queue.start();
    await settle();
    queue.pause(idOf('a'));
    expect(statuses()).toEqual(['paused']);

    queue.queue(idOf('a'));
    await settle();
    expect(deps.send).toHaveBeenCalledOnce();

    endedUpload.reject(new Error('aborted'));
    await settle();

    expect(deps.send).toHaveBeenCalledTimes(2);
    expect(statuses()).toEqual(['uploading']);
    expect(deps.discard).not.toHaveBeenCalled();
  });

  it('saves what was entered while the file was sent', async () => {
    const { queue, idOf } = createQueue();
    queue.add(chosenFiles('a'));
    queue.start();
    await settle();
    queue.edit(idOf('a'), { ...details('a'), description: 'High tide' });

    expect(sentUploads.get('a')!.upload.description).toBe('High tide');
  });

  it('resets the bar of a failed upload', async () => {
    const { queue } = createQueue();
    queue.add(chosenFiles('a'));
    queue.start();
    await settle();
    sentUploads.get('a')!.reject(new Error(''));
    await settle();
    expect(queue.store.value.files[0]?.state.error).toBe('Upload failed');

    await vi.advanceTimersByTimeAsync(PROGRESS_RESET_MS);
    expect(queue.store.value.files[0]?.state).toEqual({ status: 'error', progress: 0, error: 'Upload failed' });
  });

  it('stops everything when it is cleared, without deleting what has arrived', async () => {
    const { queue, deps } = createQueue();
    queue.add(chosenFiles('a', 'b'));
    queue.start();
    await settle();
    queue.clear();
    await settle();

    expect([...sentUploads.values()].every(({ signal }) => signal.aborted)).toBe(true);
    expect(deps.discard).not.toHaveBeenCalled();
    expect(queue.store.value.files).toEqual([]);
  });
});

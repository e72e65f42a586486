import type { ListedFile } from '../../../../../../shared/contract/files.ts';
import type { PreparedFile } from '../prepare/prepare-file.ts';
import { IDLE, isActive, type UploadEvent, type UploadState, uploadReducer } from '../upload-state.ts';

/** The details that the member enters for a file. */
export interface UploadDetails {
  /** The name as typed. See `savedName`. */
  readonly fileName: string;
  readonly description: string;
  /** What a picture shows, for people who can't see it. */
  readonly altText: string;
  /** The depth as typed. See `parseDepth`. */
  readonly depth: string;
}

/**
 * The check whether the member already has a file with the same bytes.
 *
 * `percent` is the share of the file that was read. `isCopy` is the result.
 */
export type CopyCheck =
  | { readonly status: 'checking'; readonly percent: number }
  | { readonly status: 'done'; readonly isCopy: boolean };

/** A file from the moment the member chooses it until it is shared. */
export interface QueuedFile {
  readonly id: number;
  /** The file as the member chose it. */
  readonly file: File;
  readonly details: UploadDetails;
  /** The file to send. Missing until hidden details have been removed. */
  readonly preparedFile?: PreparedFile;
  /** Whether the format that the bytes show can be cleaned. Missing until the first search for hidden details. */
  readonly isCleanable?: boolean;
  /** The share of the file that was searched for hidden details, in percent. */
  readonly searchedPercent: number;
  readonly copyCheck: CopyCheck;
  readonly state: UploadState;
  /** The recorded file, after a successful upload. */
  readonly storedFile?: ListedFile;
}

/** The state of all chosen files. */
export interface QueueState {
  /** In the order in which the member chose them. */
  readonly files: readonly QueuedFile[];
  /** Whether the member chose several files. They are shown as a list until the last one is removed. */
  readonly hasSeveralFiles: boolean;
  /** Whether pictures keep their camera, lens, exposure, and date. */
  readonly keepsCameraData: boolean;
}

/** A change of the queue. `id` names the file that has changed. */
export type QueueEvent =
  | { readonly type: 'added'; readonly files: readonly Pick<QueuedFile, 'id' | 'file' | 'details'>[] }
  | { readonly type: 'removed'; readonly id: number }
  | { readonly type: 'edited'; readonly id: number; readonly details: UploadDetails }
  | { readonly type: 'searched'; readonly id: number; readonly percent: number }
  | { readonly type: 'prepared'; readonly id: number; readonly preparedFile: PreparedFile }
  | { readonly type: 'copyChecked'; readonly id: number; readonly copyCheck: CopyCheck }
  | { readonly type: 'uploadChanged'; readonly id: number; readonly uploadEvent: UploadEvent }
  | { readonly type: 'stored'; readonly id: number; readonly storedFile: ListedFile }
  | { readonly type: 'cameraDataChosen'; readonly keepsCameraData: boolean }
  | { readonly type: 'cleared' };

export const EMPTY_QUEUE: QueueState = { files: [], hasSeveralFiles: false, keepsCameraData: false };

/** The check of a file that hasn't been read yet. */
const UNCHECKED: CopyCheck = { status: 'checking', percent: 0 };

/** Returns the next state. Ignores events about files that were removed. */
export function queueReducer(queue: QueueState, event: QueueEvent): QueueState {
  switch (event.type) {
    case 'added': {
      const addedFiles = event.files.map((file) => ({
        ...file,
        searchedPercent: 0,
        copyCheck: UNCHECKED,
        state: IDLE,
      }));
      const files = [...queue.files, ...addedFiles];
      return { ...queue, files, hasSeveralFiles: queue.hasSeveralFiles || files.length > 1 };
    }
    case 'removed': {
      const files = queue.files.filter(({ id }) => id !== event.id);
      return files.length === 0 ? EMPTY_QUEUE : { ...queue, files };
    }
    case 'cleared':
      return EMPTY_QUEUE;
    case 'cameraDataChosen':
      if (event.keepsCameraData === queue.keepsCameraData) return queue;
      return { ...queue, keepsCameraData: event.keepsCameraData, files: queue.files.map(resetPreparation) };
    default:
      return changeFile(queue, event.id, (file) => fileReducer(file, event));
  }
}

/** Returns the next state of one file. */
function fileReducer(file: QueuedFile, event: Extract<QueueEvent, { id: number }>): QueuedFile {
  switch (event.type) {
    case 'edited':
      return { ...file, details: event.details };
    case 'searched':
      return { ...file, searchedPercent: event.percent };
    case 'prepared':
      return { ...file, preparedFile: event.preparedFile, isCleanable: event.preparedFile.cleaning !== 'unsupported' };
    case 'copyChecked':
      return { ...file, copyCheck: event.copyCheck };
    case 'uploadChanged': {
      const state = uploadReducer(file.state, event.uploadEvent);
      return state === file.state ? file : { ...file, state };
    }
    case 'stored': {
      const state = uploadReducer(file.state, { type: 'succeeded' });
      return state === file.state ? file : { ...file, state, storedFile: event.storedFile };
    }
    default:
      return file;
  }
}

/** Changes one file. Returns the same state if nothing changes, so that nothing renders again. */
function changeFile(queue: QueueState, id: number, change: (file: QueuedFile) => QueuedFile): QueueState {
  const file = queue.files.find((queuedFile) => queuedFile.id === id);
  const changedFile = file && change(file);
  if (changedFile === file) return queue;

  return { ...queue, files: queue.files.map((queuedFile) => (queuedFile === file ? changedFile! : queuedFile)) };
}

/** Removes the prepared file, so that it is prepared again. Doesn't change a file that is sent, paused, or shared. */
function resetPreparation(file: QueuedFile): QueuedFile {
  if (!isUnsent(file)) return file;

  const { preparedFile: _, ...chosenFile } = file;
  return { ...chosenFile, searchedPercent: 0, copyCheck: UNCHECKED };
}

/** Returns whether the upload of a file has not begun, or has failed. */
export function isUnsent({ state: { status } }: QueuedFile): boolean {
  return status === 'idle' || status === 'waiting' || status === 'error';
}

/** Maximum number of uploads at the same time. With two, a file is sent while another waits for a response. */
export const MAX_PARALLEL_UPLOADS = 2;

/** Returns the next file to send, or undefined if none can be sent now. */
export function nextToSend({ files }: QueueState): QueuedFile | undefined {
  const runningCount = files.filter(({ state }) => state.status === 'uploading').length;
  if (runningCount >= MAX_PARALLEL_UPLOADS) return undefined;

  return files.find(({ state, preparedFile }) => state.status === 'waiting' && preparedFile);
}

/** Returns the next file to search for hidden details. Files whose upload was started come first. */
export function nextToPrepare({ files }: QueueState): QueuedFile | undefined {
  const unpreparedFiles = files.filter((file) => !file.preparedFile && isUnsent(file));
  return unpreparedFiles.find(({ state }) => state.status === 'waiting') ?? unpreparedFiles[0];
}

/** Returns the next file to compare with the member's files. The server itself compares files that are being sent. */
export function nextToCompare({ files }: QueueState): QueuedFile | undefined {
  return files.find((file) => file.preparedFile && file.copyCheck.status === 'checking' && isUnsent(file));
}

/** Returns whether a file waits or is being sent. A paused upload doesn't count: it can be resumed on another visit. */
export function isRunning({ files }: QueueState): boolean {
  return files.some(({ state: { status } }) => status === 'waiting' || status === 'uploading');
}

/** Returns whether all uploads have ended, and at least one file is shared. */
export function isFinished({ files }: QueueState): boolean {
  return files.some(({ storedFile }) => storedFile) && !files.some(({ state }) => isActive(state));
}

/** Returns the number of bytes to send. */
export function sizeOf({ preparedFile, file }: Pick<QueuedFile, 'preparedFile' | 'file'>): number {
  return (preparedFile?.file ?? file).size;
}

/** Returns whether the member is known to have a file with the same bytes. */
export function isCopy({ copyCheck }: QueuedFile): boolean {
  return copyCheck.status === 'done' && copyCheck.isCopy;
}

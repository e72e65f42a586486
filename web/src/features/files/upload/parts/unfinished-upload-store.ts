import { deviceStorage } from '../../../../platform/browser/browser-storage.ts';

/** A multipart upload that this browser can resume, even after a reload. */
export interface UnfinishedUpload {
  readonly userId: string;
  readonly fileId: string;
  readonly uploadId: string;
  /** The name that the upload was prepared with. Missing in uploads of earlier versions: see `getPreparedName`. */
  readonly fileName?: string;
  /** The name that the member typed last. Missing in uploads of earlier versions: see `getWantedName`. */
  readonly wantedName?: string;
  /** In bytes. */
  readonly partSize: number;

  // `name`, `size`, `lastModified`, and `type` identify the file when the member chooses it again.

  /** The name on the member's device. */
  readonly name: string;
  /** The size of the file without hidden details, in bytes. */
  readonly size: number;
  /** In milliseconds since 1970. */
  readonly lastModified: number;
  /** The media type. */
  readonly type: string;

  readonly description: string;
  /** Missing in uploads of earlier versions. */
  readonly altText?: string;
  /** The chosen depth in metres. Missing if the member has chosen none. */
  readonly depth?: number | undefined;
  /** Whether the file was sent with camera data. Resuming repeats this choice, so that the bytes stay the same. */
  readonly keepsCameraData?: boolean;
  /** The last known total size of the arrived parts, in bytes. */
  readonly arrivedBytes: number;
}

/** The key in local storage. */
const STORAGE_KEY = 'fathom.uploads';

/**
 * Maximum number of stored uploads. The oldest are dropped.
 *
 * Few are needed, because the bucket deletes unfinished uploads after a day.
 */
const MAX_STORED_UPLOADS = 20;

/** Stores unfinished uploads in local storage, newest first. */
export class UnfinishedUploadStore {
  readonly #storage;

  constructor(storage = deviceStorage) {
    this.#storage = storage;
  }

  /** Returns the unfinished uploads of one member. */
  listFor(userId: string): UnfinishedUpload[] {
    return this.#read().filter((upload) => upload.userId === userId);
  }

  /**
   * Returns the member's unfinished upload of this file, or undefined.
   *
   * @param file - the file after its hidden details were removed
   */
  find(userId: string, file: Pick<File, 'name' | 'size' | 'lastModified' | 'type'>): UnfinishedUpload | undefined {
    return this.listFor(userId).find(
      ({ name, size, lastModified, type }) =>
        name === file.name && size === file.size && lastModified === file.lastModified && type === file.type,
    );
  }

  /** Stores an upload. Replaces the entry with the same upload ID. */
  save(upload: UnfinishedUpload): void {
    this.#write([upload, ...this.#without(upload)]);
  }

  /** Removes the entry with this upload ID. Does nothing if there is none. */
  remove(upload: Pick<UnfinishedUpload, 'uploadId'>): void {
    this.#write(this.#without(upload));
  }

  #without({ uploadId }: Pick<UnfinishedUpload, 'uploadId'>): UnfinishedUpload[] {
    return this.#read().filter((storedUpload) => storedUpload.uploadId !== uploadId);
  }

  #read(): UnfinishedUpload[] {
    try {
      const storedValue = JSON.parse(this.#storage.read(STORAGE_KEY) ?? '[]');
      return Array.isArray(storedValue) ? storedValue.filter(isUnfinishedUpload) : [];
    } catch {
      // The stored value is damaged. Uploads work without stored values, but can't be resumed.
      return [];
    }
  }

  #write(uploads: readonly UnfinishedUpload[]): void {
    this.#storage.write(
      STORAGE_KEY,
      uploads.length === 0 ? null : JSON.stringify(uploads.slice(0, MAX_STORED_UPLOADS)),
    );
  }
}

/** Returns whether a stored value has all required fields. */
function isUnfinishedUpload(value: unknown): value is UnfinishedUpload {
  if (typeof value !== 'object' || value === null) return false;

  const fields = value as Record<string, unknown>;
  const strings = [fields.userId, fields.fileId, fields.uploadId, fields.name, fields.type, fields.description];
  const numbers = [fields.partSize, fields.size, fields.lastModified, fields.arrivedBytes];

  return (
    strings.every((field) => typeof field === 'string') &&
    numbers.every((field) => typeof field === 'number' && field >= 0)
  );
}

/**
 * Returns the name that an upload was prepared with. The server saves the bytes only under this name.
 *
 * Earlier versions of the page didn't store the name. In uploads of those versions, the file's ID ends with the name.
 */
export function getPreparedName({ fileId, fileName }: Pick<UnfinishedUpload, 'fileId' | 'fileName'>): string {
  return fileName ?? fileId.slice(fileId.lastIndexOf('/') + 1);
}

/** Returns the name that the member typed last. The file gets it when the upload is saved. */
export function getWantedName(upload: Pick<UnfinishedUpload, 'fileId' | 'fileName' | 'wantedName'>): string {
  return upload.wantedName ?? getPreparedName(upload);
}

/** Returns how much of an upload has arrived, in whole percent. */
export function computePercentUploaded({
  arrivedBytes,
  size,
}: Pick<UnfinishedUpload, 'arrivedBytes' | 'size'>): number {
  return Math.min(100, Math.floor((arrivedBytes / size) * 100));
}

/** An upload in parts that has begun: what is needed to go on with it, in this browser, after whatever has happened. */
export interface BegunUpload {
  readonly userId: string;
  readonly fileId: string;
  readonly uploadId: string;
  readonly partSize: number;
  /** What tells the file from others when it is picked again. */
  readonly name: string;
  readonly size: number;
  readonly lastModified: number;
  readonly type: string;
  readonly description: string;
  /** Bytes of the parts that had arrived when last heard of. */
  readonly arrivedBytes: number;
}

type Storage = Pick<globalThis.Storage, 'getItem' | 'setItem' | 'removeItem'>;

const KEY = 'fathom.uploads';

/** More than anybody leaves lying about; the store itself throws away what is a day old. */
const MOST = 20;

/** The uploads that have begun and neither ended nor been given up, newest first. */
export class StoppedUploads {
  readonly #storage: () => Storage;

  constructor(storage: () => Storage = () => localStorage) {
    this.#storage = storage;
  }

  /** Those of one member. */
  of(userId: string): BegunUpload[] {
    return this.#read().filter((upload) => upload.userId === userId);
  }

  /** The upload of this very file, if the member has begun one. */
  find(userId: string, file: Pick<File, 'name' | 'size' | 'lastModified' | 'type'>): BegunUpload | undefined {
    return this.of(userId).find(
      ({ name, size, lastModified, type }) =>
        name === file.name && size === file.size && lastModified === file.lastModified && type === file.type,
    );
  }

  /** Keeps an upload, in place of what was known of it. */
  keep(upload: BegunUpload): void {
    this.#write([upload, ...this.#without(upload)]);
  }

  forget(upload: Pick<BegunUpload, 'uploadId'>): void {
    this.#write(this.#without(upload));
  }

  #without({ uploadId }: Pick<BegunUpload, 'uploadId'>): BegunUpload[] {
    return this.#read().filter((other) => other.uploadId !== uploadId);
  }

  #read(): BegunUpload[] {
    try {
      const kept = JSON.parse(this.#storage().getItem(KEY) ?? '[]');
      return Array.isArray(kept) ? kept.filter(isUpload) : [];
    } catch {
      // Forbidden, or damaged: then nothing is remembered, and uploads work all the same.
      return [];
    }
  }

  #write(uploads: readonly BegunUpload[]): void {
    try {
      if (uploads.length === 0) this.#storage().removeItem(KEY);
      else this.#storage().setItem(KEY, JSON.stringify(uploads.slice(0, MOST)));
    } catch {
      // See above.
    }
  }
}

function isUpload(kept: unknown): kept is BegunUpload {
  if (typeof kept !== 'object' || kept === null) return false;
  const { userId, fileId, uploadId, name, type, description, partSize, size, lastModified, arrivedBytes } =
    kept as Record<string, unknown>;
  return (
    [userId, fileId, uploadId, name, type, description].every((value) => typeof value === 'string') &&
    [partSize, size, lastModified, arrivedBytes].every((value) => typeof value === 'number' && value >= 0)
  );
}

/** How much of an upload has arrived, in whole percent. */
export function percentArrived({ arrivedBytes, size }: Pick<BegunUpload, 'arrivedBytes' | 'size'>): number {
  return Math.min(100, Math.floor((arrivedBytes / size) * 100));
}

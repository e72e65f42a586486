import { createHash, randomBytes } from 'node:crypto';
import { mkdir, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import { combineChecksums, verifyChecksum } from './checksums.ts';
import { toHex, undefinedIfMissing } from './key-paths.ts';
import type { ObjectStore } from './object-store.ts';
import { S3Error } from './protocol.ts';
import type { BodyFile, StoredObject, WriteCondition } from './stored-object.ts';

/** A multipart upload that was neither completed nor aborted. */
export interface Upload {
  readonly id: string;
  readonly bucket: string;
  readonly key: string;
  /** Response headers of the future object. */
  readonly headers: Readonly<Record<string, string>>;
  /** Whether each part must have a SHA-256, and the object gets a composite checksum. */
  readonly checksums?: boolean;
  readonly initiated: Date;
}

interface Part extends BodyFile {
  readonly number: number;
  /** The entity tag without quotes. */
  readonly eTag: string;
  /** The SHA-256 hash in Base64. */
  readonly sha256: string;
  readonly lastModified: Date;
}

/** A part in the request to complete an upload. */
export type ListedPart = Pick<Part, 'number' | 'eTag'> & Partial<Pick<Part, 'sha256'>>;

/** S3's highest part number, which is also its maximum number of parts. */
export const MAX_PART_NUMBER = 10_000;

/** S3's minimum size of every part except the last, in bytes. */
const MIN_PART_BYTES = 5 * 1024 * 1024;

/** Size of an upload's ID, in bytes. The ID is in hexadecimal. */
const ID_BYTES = 16;
const ID_FORMAT = /^[0-9a-f]{32}$/;

const DESCRIPTION_FILE = 'upload.json';

/** Matches the file name of a part: its number, time in milliseconds, size, ETag, and SHA-256. */
const PART_NAME = /^part-(\d+)-(\d+)-(\d+)-(\w+)-(\w+)$/;

/**
 * Stores multipart uploads: one folder per upload, one file per part.
 *
 * Nothing is kept in memory, so uploads survive a restart. A part's file name holds its number, time, size, ETag, and
 * SHA-256, so one rename stores the part. Of several parts with the same number, the latest counts.
 */
export class Uploads {
  readonly #directory: string;
  readonly #store: ObjectStore;
  readonly #now: () => Date;
  /** The time of the latest part, in milliseconds. Strictly increasing. */
  #lastTime = 0;

  constructor(directory: string, store: ObjectStore, now: () => Date) {
    this.#directory = join(directory, 'uploads');
    this.#store = store;
    this.#now = now;
  }

  async create({ bucket, key, headers, checksums }: Omit<Upload, 'id' | 'initiated'>): Promise<Upload> {
    const id = randomBytes(ID_BYTES).toString('hex');
    const upload = { id, bucket, key, headers, checksums, initiated: this.#now() };

    // The rename makes the complete description appear in one step, even if the process is killed.
    const file = join(this.#folder(upload), DESCRIPTION_FILE);
    await mkdir(this.#folder(upload), { recursive: true });
    await writeFile(`${file}.new`, JSON.stringify(upload));
    await rename(`${file}.new`, file);
    return upload;
  }

  /** @throws S3Error if the key has no upload with this ID. */
  async find(bucket: string, key: string, id: string): Promise<Upload> {
    const upload = await this.#read(bucket, id);
    if (upload?.key !== key) throw buildNoSuchUploadError();
    return upload;
  }

  /**
   * Stores a part, replaces any earlier part with the same number, and returns its ETag.
   *
   * @param claimedSha256 - the SHA-256 in the request
   * @throws S3Error if the upload requires a checksum and it is missing or wrong
   */
  async putPart(upload: Upload, number: number, content: Readable, claimedSha256: string | undefined): Promise<string> {
    if (upload.checksums && claimedSha256 === undefined) {
      const message = 'Checksum Type mismatch occurred, expected checksum Type: sha256, actual checksum Type: null';
      throw new S3Error(400, 'InvalidRequest', message);
    }

    const { path, size, md5, sha256 } = await this.#store.receive(content);

    try {
      verifyChecksum(claimedSha256, sha256);
    } catch (error) {
      await rm(path, { force: true });
      throw error;
    }

    this.#lastTime = Math.max(this.#lastTime + 1, Date.now());
    const partPath = join(
      this.#folder(upload),
      `part-${number}-${this.#lastTime}-${size}-${md5}-${toHexDigest(sha256)}`,
    );
    await rename(path, partPath)
      .catch(throwNoSuchUpload)
      .finally(() => rm(path, { force: true }));
    return md5;
  }

  /** Returns the latest part of each number, in order. A repeated upload of a part leaves the earlier file. */
  async listParts(upload: Upload): Promise<Part[]> {
    const folder = this.#folder(upload);
    const names = await readdir(folder).catch(throwNoSuchUpload);
    const parts = names.flatMap((name) => {
      const [, number, time, size, eTag = '', hex = ''] = PART_NAME.exec(name) ?? [];
      if (!eTag) return [];

      const part = { number: Number(number), size: Number(size), lastModified: new Date(Number(time)) };
      const sha256 = Buffer.from(hex, 'hex').toString('base64');
      return [{ ...part, eTag, sha256, path: join(folder, name) }];
    });

    // After sorting, the latest of several parts with the same number is the last of them.
    return parts
      .sort((a, b) => a.number - b.number || +a.lastModified - +b.lastModified)
      .filter(({ number }, index, sortedParts) => number !== sortedParts[index + 1]?.number);
  }

  /**
   * Creates the object from the listed parts.
   *
   * @throws S3Error if the listed parts don't match the uploaded parts, or the key's object doesn't meet the condition.
   */
  async complete(upload: Upload, listedParts: readonly ListedPart[], condition: WriteCondition): Promise<StoredObject> {
    const files = selectParts(listedParts, await this.listParts(upload), upload.checksums);
    // S3's ETag of a multipart object is a hash of the parts' hashes, and the number of parts.
    const hash = createHash('md5');
    for (const { eTag } of files) hash.update(eTag, 'hex');

    const { bucket, key, headers } = upload;
    const sha256 = upload.checksums ? combineChecksums(files.map((part) => part.sha256)) : undefined;
    const eTag = `${hash.digest('hex')}-${files.length}`;
    const object = await this.#store
      .put({ bucket, key, headers, eTag, sha256, files }, condition)
      .catch(throwNoSuchUpload);
    // The object's files are links to the parts, so the upload's folder can be deleted.
    await this.abort(upload);

    return object;
  }

  /** Deletes an upload and its parts, if it still exists. */
  async abort(upload: Upload): Promise<void> {
    await this.#store.discard(this.#folder(upload));
  }

  /** Returns the uploads of a bucket, sorted by the bytes of their keys, and then from the oldest to the newest. */
  async list(bucket: string): Promise<Upload[]> {
    const ids = (await readdir(join(this.#directory, bucket)).catch(undefinedIfMissing)) ?? [];
    const uploads = await Promise.all(ids.map((id) => this.#read(bucket, id)));
    const sortKey = ({ key, initiated, id }: Upload) => `${toHex(key)} ${initiated.toISOString()} ${id}`;
    return uploads.filter((upload) => upload !== undefined).sort((a, b) => (sortKey(a) < sortKey(b) ? -1 : 1));
  }

  async #read(bucket: string, id: string): Promise<Upload | undefined> {
    // Any other ID could be a path outside the folder.
    if (!ID_FORMAT.test(id)) return undefined;
    const json = await readFile(join(this.#folder({ bucket, id }), DESCRIPTION_FILE), 'utf8').catch(undefinedIfMissing);
    if (json === undefined) return undefined;

    const upload: Upload = JSON.parse(json);
    return { ...upload, initiated: new Date(upload.initiated) };
  }

  #folder({ bucket, id }: Pick<Upload, 'bucket' | 'id'>): string {
    return join(this.#directory, bucket, id);
  }
}

/** Returns the uploaded parts that are listed. Throws if S3 would reject the list. */
function selectParts(listedParts: readonly ListedPart[], uploadedParts: readonly Part[], hasChecksums = false): Part[] {
  if (listedParts.some(({ number }, index) => number <= (listedParts[index - 1]?.number ?? 0))) {
    throw new S3Error(400, 'InvalidPartOrder', 'The list of parts was not in ascending order.');
  }

  const partsByNumber = new Map(uploadedParts.map((part) => [part.number, part]));

  const parts = listedParts.map(({ number, eTag, sha256 }) => {
    if (hasChecksums && sha256 === undefined) {
      const requirement = 'The complete request must include the checksum for each part.';
      const message = `The upload was created using a sha256 checksum. ${requirement} It was missing for part ${number}.`;
      throw new S3Error(400, 'InvalidRequest', message);
    }

    const part = partsByNumber.get(number);
    if (part?.eTag === eTag && (sha256 === undefined || sha256 === part.sha256)) return part;
    throw new S3Error(400, 'InvalidPart', `Part ${number} was not uploaded, or its entity tag does not match.`);
  });

  const smallPart = parts.slice(0, -1).find(({ size }) => size < MIN_PART_BYTES);
  if (smallPart) {
    throw new S3Error(400, 'EntityTooSmall', `Part ${smallPart.number} is smaller than the minimum allowed size.`);
  }

  return parts;
}

function toHexDigest(base64: string): string {
  return Buffer.from(base64, 'base64').toString('hex');
}

function buildNoSuchUploadError(): S3Error {
  return new S3Error(404, 'NoSuchUpload', 'The specified upload does not exist, or was aborted or completed.');
}

/** Passed to `catch`: a missing file means that another request has aborted or completed the upload. */
function throwNoSuchUpload(error: NodeJS.ErrnoException): never {
  throw error.code === 'ENOENT' ? buildNoSuchUploadError() : error;
}

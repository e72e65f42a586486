import { createHash, randomUUID } from 'node:crypto';
import { createReadStream, createWriteStream, existsSync, mkdirSync, rmSync } from 'node:fs';
import { link, mkdir, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { conditionalConflictError, noSuchKeyError, preconditionFailedError, S3Error } from './protocol.ts';

/** An object without its body, stored as a JSON file. */
export interface StoredObject {
  readonly bucket: string;
  readonly key: string;
  /** Bytes. */
  readonly size: number;
  /** Without quotes. */
  readonly eTag: string;
  /** S3's SHA-256 in Base64, if the upload had one. A composite checksum ends with the number of parts. */
  readonly sha256?: string | undefined;
  /** Response headers that the upload set: content type, disposition, `x-amz-meta-…`. */
  readonly headers: Readonly<Record<string, string>>;
  /** In whole seconds, as S3 reports it. */
  readonly lastModified: Date;
  /** The body: one file, or one for each part. */
  readonly files: readonly BodyFile[];
}

export interface BodyFile {
  readonly path: string;
  readonly size: number;
}

/** A body in a temporary file. */
export interface ReceivedBody extends BodyFile {
  /** Hexadecimal. */
  readonly md5: string;
  /** Base64. */
  readonly sha256: string;
}

/** What a write requires of the key's object: that there is none, or one with this entity tag (without quotes). */
export type WriteCondition = 'absent' | { readonly eTag: string } | undefined;

/** The part of a bucket to list. */
interface ListOptions {
  readonly prefix: string;
  /** Skips keys up to and including this one. */
  readonly after: string;
  /** Groups keys that contain this string after the prefix. Empty: no groups. */
  readonly delimiter: string;
  readonly limit: number;
}

const MAX_KEY_BYTES = 1024;
/** Hexadecimal digits of a key per path segment. `files/` and a member's id fill one: each member has a folder. */
const SEGMENT = /.{1,80}/g;
const SUFFIX = '.json';
const READ_BYTES = 512 * 1024;

/**
 * Stores objects in files. A JSON file describes the object and names the files of its body; renaming that JSON file
 * into place is what makes a write atomic, even if the process is killed. An object of many parts keeps their files, so
 * completing a large upload copies nothing.
 *
 * The path of the JSON file is the key in hexadecimal, cut into segments. Hexadecimal is safe for any Unicode name on
 * any file system, and sorts like the key's bytes, which is S3's listing order.
 */
export class ObjectStore {
  readonly #buckets: string;
  readonly #bodies: string;
  readonly #temporary: string;
  /** The last write or deletion of each key that has one in progress, by path. */
  readonly #changes = new Map<string, Promise<unknown>>();

  /** @throws Error if the directory holds objects in the layout of an earlier version. */
  constructor(directory: string) {
    // The layout of s3rver, which stored the objects before ADR 21.
    if (existsSync(join(directory, 'objects'))) {
      const hint = 'Start with an empty state: npm start -- --fresh';
      throw new Error(`${directory} holds objects of an earlier version, which this one cannot read. ${hint}`);
    }
    this.#buckets = join(directory, 'buckets');
    this.#bodies = join(directory, 'bodies');
    this.#temporary = join(directory, 'incoming');
    // Delete uploads that were interrupted when the previous process was killed.
    rmSync(this.#temporary, { recursive: true, force: true });
    for (const folder of [this.#bodies, this.#temporary]) mkdirSync(folder, { recursive: true });
  }

  /** Streams a body to a temporary file. An interrupted upload leaves no file. */
  async receive(content: Readable): Promise<ReceivedBody> {
    const path = this.#temporaryPath();
    const [md5, sha256] = [createHash('md5'), createHash('sha256')];
    let size = 0;
    const measure = async function* (chunks: AsyncIterable<Buffer>) {
      for await (const chunk of chunks) {
        md5.update(chunk);
        sha256.update(chunk);
        size += chunk.length;
        yield chunk;
      }
    };
    await pipeline(content, measure, createWriteStream(path)).catch(async (error) => {
      await rm(path, { force: true });
      throw error;
    });
    return { path, size, md5: md5.digest('hex'), sha256: sha256.digest('base64') };
  }

  /**
   * Checks whether a key's object has the entity tag that a write requires, before the write's body is read.
   *
   * @throws S3Error if there is no object, or it has another entity tag
   */
  async checkCondition(bucket: string, key: string, condition: WriteCondition): Promise<void> {
    if (condition === undefined || condition === 'absent') return;
    const object = await this.find(bucket, key);
    if (!object) throw noSuchKeyError();
    if (object.eTag !== condition.eTag) throw preconditionFailedError();
  }

  /**
   * Creates or replaces an object. Its body is the content of `files`, which stay where they are.
   *
   * @throws S3Error if the key already has an object and must not, or has changed since {@link checkCondition}.
   */
  put(object: Omit<StoredObject, 'size' | 'lastModified'>, condition: WriteCondition): Promise<StoredObject> {
    const target = this.#path(object.bucket, object.key);
    return this.#afterOtherChanges(target, () => this.#put(target, object, condition));
  }

  async #put(
    target: string,
    object: Omit<StoredObject, 'size' | 'lastModified'>,
    condition: WriteCondition,
  ): Promise<StoredObject> {
    const { bucket, key } = object;
    const draft = this.#temporaryPath();
    const previous = await this.find(bucket, key);
    if (typeof condition === 'object' && previous?.eTag !== condition.eTag) throw conditionalConflictError();
    const files = object.files.map(({ size }) => ({ path: join(this.#bodies, randomUUID()), size }));
    const size = files.reduce((sum, file) => sum + file.size, 0);
    const stored = { ...object, size, lastModified: new Date(Math.floor(Date.now() / 1000) * 1000), files };
    try {
      for (const [index, { path }] of files.entries()) await link(object.files[index]?.path ?? '', path);
      await writeFile(draft, JSON.stringify(stored));
      await mkdir(dirname(target), { recursive: true });
      // Unlike a rename, a link fails if the target exists.
      await (condition === 'absent' ? link(draft, target) : rename(draft, target));
    } catch (error) {
      await deleteFiles(stored);
      if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
      throw preconditionFailedError();
    } finally {
      await rm(draft, { force: true });
    }
    if (previous) await deleteFiles(previous);
    return stored;
  }

  async find(bucket: string, key: string): Promise<StoredObject | undefined> {
    const json = await readFile(this.#path(bucket, key), 'utf8').catch(undefinedIfMissing);
    if (json === undefined) return undefined;
    const object: StoredObject = JSON.parse(json);
    // The state directory may have been moved.
    const files = object.files.map(({ path, size }) => ({ path: join(this.#bodies, basename(path)), size }));
    return { ...object, lastModified: new Date(object.lastModified), files };
  }

  /** Yields the bytes of an object from `start` to `end`, inclusive. */
  async *read({ files }: StoredObject, start: number, end: number): AsyncGenerator<Buffer> {
    let offset = 0;
    for (const { path, size } of files) {
      const [from, to] = [Math.max(start - offset, 0), Math.min(end - offset, size - 1)];
      if (from <= to) yield* createReadStream(path, { start: from, end: to, highWaterMark: READ_BYTES });
      offset += size;
    }
  }

  /** Sets the tags of these bytes. They are deleted with the object, and copies don't have them. */
  async setTags(object: StoredObject, tags: Readonly<Record<string, string>>): Promise<void> {
    const draft = this.#temporaryPath();
    await writeFile(draft, JSON.stringify(tags));
    await rename(draft, tagsPath(object));
  }

  async readTags(object: StoredObject): Promise<Readonly<Record<string, string>>> {
    const json = await readFile(tagsPath(object), 'utf8').catch(undefinedIfMissing);
    return json === undefined ? {} : JSON.parse(json);
  }

  /** Deletes an object. Returns whether it existed. */
  delete(bucket: string, key: string): Promise<boolean> {
    const target = this.#path(bucket, key);
    return this.#afterOtherChanges(target, async () => {
      const object = await this.find(bucket, key);
      // Empty folders stay: removing one would race with a write to it.
      if (object && (await this.discard(target))) await deleteFiles(object);
      return object !== undefined;
    });
  }

  /** Runs one change of a key at a time, so that a write's condition still holds when the write is made. */
  #afterOtherChanges<T>(path: string, change: () => Promise<T>): Promise<T> {
    const run = (this.#changes.get(path) ?? Promise.resolve()).then(change, change);
    this.#changes.set(path, run);
    const forget = () => {
      if (this.#changes.get(path) === run) this.#changes.delete(path);
    };
    run.then(forget, forget);
    return run;
  }

  /** Removes a file or folder atomically. Returns whether it existed. */
  async discard(path: string): Promise<boolean> {
    const target = this.#temporaryPath();
    const moved = await rename(path, target)
      .then(() => true)
      .catch(undefinedIfMissing);
    await rm(target, { recursive: true, force: true });
    return moved ?? false;
  }

  /** Lists objects and groups by their keys' UTF-8 bytes. `next` is the `after` of the next page, if any. */
  async list(bucket: string, { prefix, after, delimiter, limit }: ListOptions) {
    const keys: string[] = [];
    const groups = new Set<string>();
    let [last, isTruncated] = ['', false];
    for await (const path of walk(join(this.#buckets, bucket), '', { prefix: toHex(prefix), after: toHex(after) })) {
      const key = Buffer.from(path, 'hex').toString();
      const end = delimiter ? key.indexOf(delimiter, prefix.length) : -1;
      const group = end === -1 ? undefined : key.slice(0, end + delimiter.length);
      // The group is on this page already, or ended the previous one.
      if (group !== undefined && (groups.has(group) || group === after)) continue;
      isTruncated = limit > 0 && keys.length + groups.size >= limit;
      if (isTruncated || limit === 0) break;
      last = group ?? key;
      if (group === undefined) keys.push(key);
      else groups.add(group);
    }
    const objects = await Promise.all(keys.map((key) => this.find(bucket, key)));
    // Some may have been deleted since the folder was read.
    const existing = objects.filter((object) => object !== undefined);
    return { objects: existing, groups: [...groups], next: isTruncated ? last : undefined };
  }

  #temporaryPath(): string {
    return join(this.#temporary, randomUUID());
  }

  /** @throws S3Error if the key is longer than S3 allows. */
  #path(bucket: string, key: string): string {
    if (Buffer.byteLength(key) > MAX_KEY_BYTES) throw new S3Error(400, 'KeyTooLongError', 'Your key is too long');
    return join(this.#buckets, bucket, ...(toHex(key).match(SEGMENT) ?? [])) + SUFFIX;
  }
}

/** Returns a key's bytes in hexadecimal. Comparing two of these compares keys as S3 does. */
export function toHex(key: string): string {
  return Buffer.from(key).toString('hex');
}

/** Passed to `catch`: turns a missing file into undefined. */
export function undefinedIfMissing(error: NodeJS.ErrnoException): undefined {
  if (error.code !== 'ENOENT') throw error;
}

/**
 * Yields the hexadecimal keys below a folder in ascending order. Reads folders lazily and skips those outside the
 * range, so that a page of a large bucket costs about a page.
 */
async function* walk(
  folder: string,
  path: string,
  range: Readonly<Record<'prefix' | 'after', string>>,
): AsyncGenerator<string> {
  const { prefix, after } = range;
  const entries = (await readdir(folder, { withFileTypes: true }).catch(undefinedIfMissing)) ?? [];
  // A key precedes the longer keys in the folder of the same name: "." sorts before "/" and digits.
  for (const name of entries.map((entry) => (entry.isDirectory() ? `${entry.name}/` : entry.name)).sort()) {
    const isKey = name.endsWith(SUFFIX);
    const hexKey = path + name.slice(0, isKey ? -SUFFIX.length : -1);
    if (isKey && hexKey.startsWith(prefix) && hexKey > after) yield hexKey;
    if (isKey || !(hexKey.startsWith(prefix) || prefix.startsWith(hexKey))) continue;
    if (after.startsWith(hexKey) || hexKey > after) yield* walk(join(folder, name), hexKey, range);
  }
}

/** The path of an object's tags, next to its first body file. */
function tagsPath({ files }: StoredObject): string {
  return `${files[0]?.path}.tags`;
}

async function deleteFiles(object: StoredObject): Promise<void> {
  for (const path of [...object.files.map((file) => file.path), tagsPath(object)]) await rm(path, { force: true });
}

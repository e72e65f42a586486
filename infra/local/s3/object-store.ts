import { createHash, randomUUID } from 'node:crypto';
import { createReadStream, createWriteStream, existsSync, mkdirSync, rmSync } from 'node:fs';
import { link, mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { monotonicFactory } from 'ulid';
import { findFreshCommand } from '../state/fresh-command.ts';
import { parseState } from '../state/json-file.ts';
import { ChangeQueue } from './change-queue.ts';
import { collectKeyPage } from './key-page.ts';
import { toKeyPath, undefinedIfMissing, walkKeys } from './key-paths.ts';
import {
  buildConditionalConflictError,
  buildNoSuchKeyError,
  buildPreconditionFailedError,
  S3Error,
} from './protocol.ts';
import type { ListedVersion, ListOptions, ReceivedBody, StoredObject, WriteCondition } from './stored-object.ts';
import { NULL_VERSION, VersionFiles } from './version-files.ts';

/** S3's maximum length of a key in UTF-8. */
const MAX_KEY_BYTES = 1024;

/** Size of one read of a body. */
const READ_BYTES = 512 * 1024;

/**
 * Stores objects in files. A JSON file describes the object and names the files of its body. Renaming that JSON file
 * into place makes a write atomic, even if the process is killed. An object of many parts keeps their files, so
 * completing a large upload copies nothing.
 *
 * In a bucket with versions, the JSON file of a replaced or deleted object moves to {@link VersionFiles}.
 */
export class ObjectStore {
  readonly #buckets: string;
  readonly #bodies: string;
  readonly #temporary: string;
  readonly #versions: VersionFiles;
  readonly #isVersioned: (bucket: string) => boolean;
  readonly #newVersionId = monotonicFactory();
  /** Writes and deletions in progress, by the path of the object's JSON file. */
  readonly #changes = new ChangeQueue();

  /**
   * @param isVersioned - returns whether a bucket keeps versions
   * @throws Error if the directory holds objects in the layout of an earlier version.
   */
  constructor(directory: string, isVersioned: (bucket: string) => boolean = () => false) {
    this.#isVersioned = isVersioned;
    // Rejects the layout of s3rver, which stored the objects before ADR 21.
    if (existsSync(join(directory, 'objects'))) {
      const hint = `Start with an empty state: ${findFreshCommand(directory)}`;
      throw new Error(`${directory} holds objects of an earlier version, which this one cannot read. ${hint}`);
    }

    this.#buckets = join(directory, 'buckets');
    this.#bodies = join(directory, 'bodies');
    this.#temporary = join(directory, 'incoming');
    this.#versions = new VersionFiles(join(directory, 'versions'));
    // Deletes uploads that were interrupted when the previous process was killed.
    rmSync(this.#temporary, { recursive: true, force: true });
    for (const folder of [this.#bodies, this.#temporary]) mkdirSync(folder, { recursive: true });
  }

  /** Streams a body to a temporary file. An interrupted upload leaves no file. */
  async receive(content: Readable): Promise<ReceivedBody> {
    const path = this.#temporaryPath();
    const md5 = createHash('md5');
    const sha256 = createHash('sha256');
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
    if (!object) throw buildNoSuchKeyError();
    if (object.eTag !== condition.eTag) throw buildPreconditionFailedError();
  }

  /**
   * Creates or replaces an object. The object's body is the content of `files`, which stay where they are.
   *
   * @throws S3Error if the key already has an object and must not, or has changed since {@link checkCondition}.
   */
  put(object: Omit<StoredObject, 'size' | 'lastModified'>, condition: WriteCondition): Promise<StoredObject> {
    const descriptionPath = this.#descriptionPath(object.bucket, object.key);
    return this.#changes.run(descriptionPath, () => this.#put(descriptionPath, object, condition));
  }

  async #put(
    descriptionPath: string,
    object: Omit<StoredObject, 'size' | 'lastModified'>,
    condition: WriteCondition,
  ): Promise<StoredObject> {
    const { bucket, key } = object;
    const newFile = this.#temporaryPath();
    const replacedObject = await this.find(bucket, key);
    if (typeof condition === 'object' && replacedObject?.eTag !== condition.eTag) throw buildConditionalConflictError();

    const files = object.files.map(({ size }) => ({ path: join(this.#bodies, randomUUID()), size }));
    const size = files.reduce((sum, file) => sum + file.size, 0);
    const versionId = this.#isVersioned(bucket) ? this.#newVersionId() : undefined;
    const storedObject = { ...object, size, lastModified: floorToSeconds(Date.now()), files, versionId };

    try {
      for (const [index, { path }] of files.entries()) await link(object.files[index]?.path ?? '', path);
      await writeFile(newFile, JSON.stringify(storedObject));
      await mkdir(dirname(descriptionPath), { recursive: true });
      if (replacedObject && versionId !== undefined) await this.#keepVersion(descriptionPath, replacedObject);
      // Unlike a rename, a link fails if the file exists.
      await (condition === 'absent' ? link(newFile, descriptionPath) : rename(newFile, descriptionPath));
    } catch (error) {
      await deleteFiles(storedObject);
      if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
      throw buildPreconditionFailedError();
    } finally {
      await rm(newFile, { force: true });
    }

    if (replacedObject && versionId === undefined) await deleteFiles(replacedObject);
    return storedObject;
  }

  async find(bucket: string, key: string): Promise<StoredObject | undefined> {
    return this.#readDescription(this.#descriptionPath(bucket, key));
  }

  /** Reads a JSON file, which describes an object. Returns undefined if the file is missing. */
  async #readDescription(path: string): Promise<StoredObject | undefined> {
    const json = await readFile(path, 'utf8').catch(undefinedIfMissing);
    if (json === undefined) return undefined;

    const object = parseState(path, json) as StoredObject;
    // The state directory may have been moved.
    const files = object.files.map(({ path, size }) => ({ path: join(this.#bodies, basename(path)), size }));
    return { ...object, lastModified: new Date(object.lastModified), files };
  }

  /** Yields the bytes of an object from `start` to `end`, inclusive. */
  async *read({ files }: StoredObject, start: number, end: number): AsyncGenerator<Buffer> {
    let offset = 0;
    for (const { path, size } of files) {
      const firstByte = Math.max(start - offset, 0);
      const lastByte = Math.min(end - offset, size - 1);
      if (firstByte <= lastByte) {
        yield* createReadStream(path, { start: firstByte, end: lastByte, highWaterMark: READ_BYTES });
      }
      offset += size;
    }
  }

  /** Sets the tags of an object's bytes. The tags are deleted with the object, and copies don't have them. */
  async setTags(object: StoredObject, tags: Readonly<Record<string, string>>): Promise<void> {
    const newFile = this.#temporaryPath();
    await writeFile(newFile, JSON.stringify(tags));
    await rename(newFile, getTagsPath(object));
  }

  async readTags(object: StoredObject): Promise<Readonly<Record<string, string>>> {
    const path = getTagsPath(object);
    const json = await readFile(path, 'utf8').catch(undefinedIfMissing);
    return json === undefined ? {} : (parseState(path, json) as Readonly<Record<string, string>>);
  }

  /** Deletes an object, or adds a delete marker in a bucket with versions. Returns whether the key had an object. */
  delete(bucket: string, key: string): Promise<boolean> {
    const descriptionPath = this.#descriptionPath(bucket, key);
    return this.#changes.run(descriptionPath, async () => {
      const object = await this.find(bucket, key);
      if (this.#isVersioned(bucket)) {
        await this.#addDeleteMarker(bucket, key);
        if (object) await this.#keepVersion(descriptionPath, object);
      }

      // Empty folders stay: removing a folder would race with a write to it.
      if (object && (await this.discard(descriptionPath)) && !this.#isVersioned(bucket)) await deleteFiles(object);
      return object !== undefined;
    });
  }

  /** Deletes one version for good. If that was the newest version, the previous version becomes the object. */
  deleteVersion(bucket: string, key: string, versionId: string): Promise<void> {
    const descriptionPath = this.#descriptionPath(bucket, key);
    return this.#changes.run(descriptionPath, async () => {
      const currentObject = await this.find(bucket, key);
      const isCurrent = currentObject !== undefined && (currentObject.versionId ?? NULL_VERSION) === versionId;
      const path = isCurrent ? descriptionPath : this.#versions.pathFor(bucket, key, versionId);
      const version = isCurrent ? currentObject : await this.#readDescription(path);
      if (version && (await this.discard(path))) await deleteFiles(version);
      if (currentObject && !isCurrent) return;

      const [newestPath] = await this.#versions.listPaths(bucket, key);
      if (newestPath === undefined || (await this.#readDescription(newestPath))?.isDeleteMarker) return;
      await mkdir(dirname(descriptionPath), { recursive: true });
      await rename(newestPath, descriptionPath);
    });
  }

  /** Adds the JSON file of a replaced or deleted object to the versions. */
  async #keepVersion(descriptionPath: string, { bucket, key, versionId }: StoredObject): Promise<void> {
    const path = this.#versions.pathFor(bucket, key, versionId);
    await mkdir(dirname(path), { recursive: true });
    // The file exists if a change was interrupted after this step.
    await rm(path, { force: true });
    await link(descriptionPath, path);
  }

  async #addDeleteMarker(bucket: string, key: string): Promise<void> {
    const versionId = this.#newVersionId();
    const marker = { bucket, key, size: 0, eTag: '', headers: {}, files: [], versionId, isDeleteMarker: true };
    const newFile = this.#temporaryPath();
    const path = this.#versions.pathFor(bucket, key, versionId);

    await writeFile(newFile, JSON.stringify({ ...marker, lastModified: floorToSeconds(Date.now()) }));
    await mkdir(dirname(path), { recursive: true });
    await rename(newFile, path);
  }

  /**
   * Yields the versions of all keys with a prefix, in S3's order of the keys. A key's newest version comes first.
   * An object in a bucket without versions is one version.
   */
  async *listVersions(bucket: string, prefix: string): AsyncGenerator<ListedVersion> {
    const keys = new Set<string>();
    for await (const key of walkKeys(join(this.#buckets, bucket), { prefix, after: '' })) keys.add(key);
    for await (const key of this.#versions.listKeys(bucket, prefix)) keys.add(key);

    for (const key of [...keys].sort((a, b) => Buffer.compare(Buffer.from(a), Buffer.from(b)))) {
      const currentObject = await this.find(bucket, key);
      const paths = await this.#versions.listPaths(bucket, key);
      const noncurrentVersions = (await Promise.all(paths.map((path) => this.#readDescription(path)))).filter(
        (version) => version !== undefined && version.versionId !== currentObject?.versionId,
      );
      const versions = [currentObject, ...noncurrentVersions].filter((version) => version !== undefined);
      yield* versions.map((object, index) => ({ object, isLatest: index === 0 }));
    }
  }

  /** Removes a file or folder atomically. Returns whether it existed. */
  async discard(path: string): Promise<boolean> {
    const discardedPath = this.#temporaryPath();
    const wasMoved = await rename(path, discardedPath)
      .then(() => true)
      .catch(undefinedIfMissing);
    await rm(discardedPath, { recursive: true, force: true });
    return wasMoved ?? false;
  }

  /** Lists objects and groups by their keys' UTF-8 bytes. `next` is the `after` of the next page, if any. */
  async list(bucket: string, options: ListOptions) {
    const { keys, groups, next } = await collectKeyPage(walkKeys(join(this.#buckets, bucket), options), options);
    const objects = await Promise.all(keys.map((key) => this.find(bucket, key)));

    // Some objects may have been deleted since the folder was read.
    return { objects: objects.filter((object) => object !== undefined), groups, next };
  }

  #temporaryPath(): string {
    return join(this.#temporary, randomUUID());
  }

  /** Returns the path of an object's JSON file. Throws an S3Error if the key is longer than S3 allows. */
  #descriptionPath(bucket: string, key: string): string {
    if (Buffer.byteLength(key) > MAX_KEY_BYTES) throw new S3Error(400, 'KeyTooLongError', 'Your key is too long');
    return toKeyPath(join(this.#buckets, bucket), key);
  }
}

/** Rounds a time down to whole seconds. */
function floorToSeconds(milliseconds: number): Date {
  return new Date(Math.floor(milliseconds / 1000) * 1000);
}

/** Returns the path of an object's tags, next to its first body file. */
function getTagsPath({ files }: StoredObject): string {
  return `${files[0]?.path}.tags`;
}

/** Deletes the body files and tags of an object. A delete marker has none. */
async function deleteFiles(object: StoredObject): Promise<void> {
  if (object.isDeleteMarker) return;
  for (const path of [...object.files.map((file) => file.path), getTagsPath(object)]) await rm(path, { force: true });
}

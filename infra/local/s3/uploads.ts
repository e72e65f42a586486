import { createHash, randomBytes } from 'node:crypto';
import { mkdir, readdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import { Assemblies, type PartFile } from './assemblies.ts';
import { S3Error } from './errors.ts';
import { compareKeys } from './keys.ts';
import type { ObjectStore } from './store.ts';

/** A multipart upload that was begun, and neither completed nor aborted. */
export interface Upload {
  readonly id: string;
  readonly bucket: string;
  readonly key: string;
  /** Headers that the object will have. */
  readonly metadata: Readonly<Record<string, string>>;
  readonly initiated: Date;
}

export interface Part extends PartFile {
  readonly size: number;
  readonly lastModified: Date;
}

/** A part as the one who completes an upload names it. */
export type NamedPart = Pick<Part, 'number' | 'eTag'>;

export const LAST_PART = 10_000;
/** Every part but the last. */
const SMALLEST_PART = 5 * 1024 * 1024;
const DESCRIPTION = 'upload.json';

/**
 * The multipart uploads under way: a folder each, with one file for every part. The file's name tells the part's ETag,
 * so that a part is there with it or not at all. Nothing that matters is held in memory, so a restart loses nothing.
 */
export class Uploads {
  readonly #directory: string;
  readonly #store: ObjectStore;
  readonly #now: () => Date;
  readonly #assemblies: Assemblies;
  readonly #last = new Map<string, Promise<unknown>>();

  constructor(directory: string, store: ObjectStore, now: () => Date) {
    this.#directory = join(directory, 'uploads');
    this.#assemblies = new Assemblies(join(directory, 'assemblies'));
    this.#store = store;
    this.#now = now;
  }

  async create(bucket: string, key: string, metadata: Readonly<Record<string, string>>): Promise<Upload> {
    const upload = { id: randomBytes(16).toString('hex'), bucket, key, metadata, initiated: this.#now() };
    const folder = this.#folder(bucket, upload.id);
    await mkdir(folder, { recursive: true });
    await writeFile(join(folder, `${DESCRIPTION}.new`), JSON.stringify(upload));
    await rename(join(folder, `${DESCRIPTION}.new`), join(folder, DESCRIPTION));
    return upload;
  }

  /** @throws S3Error when there is no such upload of this key. */
  async find(bucket: string, key: string, id: string): Promise<Upload> {
    const upload = await this.#read(bucket, id);
    if (upload?.key !== key) throw noSuchUpload();
    return upload;
  }

  /** Receives a part, in place of the one that had its number, and answers its ETag. */
  async putPart({ bucket, key, id }: Upload, number: number, content: Readable): Promise<string> {
    const { path, md5 } = await this.#store.incoming.receive(content);
    try {
      await this.#oneByOne(id, async () => {
        // It may have been aborted, or completed, meanwhile.
        await this.find(bucket, key, id);
        const folder = this.#folder(bucket, id);
        const files = await partFiles(folder);
        for (const replaced of files.filter((file) => file.number === number)) await rm(replaced.path);
        const part = { number, eTag: md5, path: join(folder, partName(number, md5)) };
        await rename(path, part.path);
        const others = files.filter((file) => file.number !== number);
        await this.#assemblies.extend(id, [...others, part].sort(byNumber));
      });
    } catch (error) {
      await rm(path, { force: true });
      throw error;
    }
    return md5;
  }

  /** The parts with numbers above `after`, in order. */
  async parts({ bucket, id }: Upload, { after = 0, limit = LAST_PART } = {}): Promise<Part[]> {
    const files = (await partFiles(this.#folder(bucket, id))).filter(({ number }) => number > after);
    return Promise.all(
      files.slice(0, limit).map(async (file) => {
        const { size, mtime } = await stat(file.path);
        return { ...file, size, lastModified: mtime };
      }),
    );
  }

  /**
   * Makes the object of the parts that are named.
   *
   * @throws S3Error when they are not what was uploaded.
   */
  complete({ bucket, key, id }: Upload, named: readonly NamedPart[]): Promise<{ eTag: string; size: number }> {
    return this.#oneByOne(id, async () => {
      const upload = await this.find(bucket, key, id);
      const parts = chosen(named, await this.parts(upload));
      const eTag = eTagOf(parts);
      const file = await this.#assemblies.finish(id, parts);
      await this.#store.install(file, { bucket, key, metadata: upload.metadata, eTag });
      await this.#remove(upload);
      return { eTag, size: parts.reduce((sum, { size }) => sum + size, 0) };
    });
  }

  abort({ bucket, key, id }: Upload): Promise<void> {
    return this.#oneByOne(id, async () => this.#remove(await this.find(bucket, key, id)));
  }

  /** The uploads of a bucket, by key and then by age. */
  async list(bucket: string): Promise<Upload[]> {
    const ids = await readdir(join(this.#directory, bucket)).catch((error: NodeJS.ErrnoException) => {
      if (error.code === 'ENOENT') return [];
      throw error;
    });
    const uploads = await Promise.all(ids.map((id) => this.#read(bucket, id)));
    return uploads
      .filter((upload) => upload !== undefined)
      .sort((a, b) => compareKeys(a.key, b.key) || +a.initiated - +b.initiated || compareKeys(a.id, b.id));
  }

  async #read(bucket: string, id: string): Promise<Upload | undefined> {
    // Anything else is no id of ours, and could be a path.
    if (!/^[0-9a-f]{32}$/.test(id)) return undefined;
    try {
      const upload = JSON.parse(await readFile(join(this.#folder(bucket, id), DESCRIPTION), 'utf8'));
      return { ...upload, initiated: new Date(upload.initiated) };
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
      throw error;
    }
  }

  async #remove({ bucket, id }: Upload): Promise<void> {
    const folder = this.#folder(bucket, id);
    // Without its description it is gone for everybody, even if this process ends before the parts are.
    await rm(join(folder, DESCRIPTION), { force: true });
    await this.#assemblies.discard(id);
    await rm(folder, { recursive: true, force: true });
  }

  #folder(bucket: string, id: string): string {
    return join(this.#directory, bucket, id);
  }

  /** What changes the parts of one upload waits for its turn: two of one number would otherwise remove each other. */
  #oneByOne<T>(id: string, task: () => Promise<T>): Promise<T> {
    const run = (this.#last.get(id) ?? Promise.resolve()).then(task);
    const settled = run.then(
      () => {},
      () => {},
    );
    this.#last.set(id, settled);
    void settled.then(() => {
      if (this.#last.get(id) === settled) this.#last.delete(id);
    });
    return run;
  }
}

/** The uploaded parts that are named, once they are found to be what S3 would take. */
function chosen(named: readonly NamedPart[], uploaded: readonly Part[]): Part[] {
  if (named.some(({ number }, index) => number <= (named[index - 1]?.number ?? 0))) {
    throw new S3Error(400, 'InvalidPartOrder', 'The list of parts was not in ascending order.');
  }
  const known = new Map(uploaded.map((part) => [part.number, part]));
  const parts = named.map(({ number, eTag }) => {
    const part = known.get(number);
    if (part && part.eTag === eTag) return part;
    throw new S3Error(
      400,
      'InvalidPart',
      `Part ${number} could not be found. It may not have been uploaded, or its entity tag may be another.`,
    );
  });
  const small = parts.slice(0, -1).find(({ size }) => size < SMALLEST_PART);
  if (!small) return parts;
  throw new S3Error(
    400,
    'EntityTooSmall',
    `Your proposed upload is smaller than the minimum allowed size: part ${small.number} has ${small.size} bytes.`,
  );
}

/** S3's ETag of a multipart object is a hash of the parts' hashes, and their number. */
function eTagOf(parts: readonly Part[]): string {
  const hash = createHash('md5');
  for (const { eTag } of parts) hash.update(eTag, 'hex');
  return `${hash.digest('hex')}-${parts.length}`;
}

function partName(number: number, eTag: string): string {
  return `part-${String(number).padStart(5, '0')}-${eTag}`;
}

async function partFiles(folder: string): Promise<PartFile[]> {
  const names = await readdir(folder);
  return names
    .flatMap((name) => {
      const [, number, eTag] = /^part-(\d+)-([0-9a-f]{32})$/.exec(name) ?? [];
      return number && eTag ? [{ number: Number(number), eTag, path: join(folder, name) }] : [];
    })
    .sort(byNumber);
}

function byNumber(a: PartFile, b: PartFile): number {
  return a.number - b.number;
}

function noSuchUpload(): S3Error {
  return new S3Error(
    404,
    'NoSuchUpload',
    'The specified upload does not exist. The upload ID may be invalid, or the upload may have been aborted or completed.',
  );
}

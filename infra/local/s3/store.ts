import { createHash, randomUUID } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { mkdir, rename, rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { Readable, Transform } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import FilesystemStore, { type ObjectToStore } from 's3rver/lib/stores/filesystem.js';

/** Bytes of a file name that every file system takes, with room for s3rver's own suffixes. */
const LONGEST_NAME = 180;

/**
 * s3rver's file store, with what a real bucket promises and this one lacked: an object appears whole or not at all,
 * it is there when the upload is answered, and a key may be as long as S3 allows.
 */
export class ObjectStore extends FilesystemStore {
  readonly #incoming: string;

  constructor(directory: string) {
    super(join(directory, 'objects'));
    this.#incoming = join(directory, 'incoming');
  }

  override getResourcePath(bucket: string, key: string | undefined, resource: string): string {
    return super.getResourcePath(bucket, key?.split('/').map(shortened).join('/'), resource);
  }

  override async putObject({ bucket, key, content, metadata }: ObjectToStore): Promise<{ size: number; md5: string }> {
    const temporary = join(this.#incoming, randomUUID());
    const hash = createHash('md5');
    let size = 0;
    const measure = new Transform({
      transform(chunk: Buffer, _encoding, done) {
        hash.update(chunk);
        size += chunk.length;
        done(null, chunk);
      },
    });
    try {
      await mkdir(this.#incoming, { recursive: true });
      const source = Buffer.isBuffer(content) ? Readable.from([content]) : content;
      await pipeline(source, measure, createWriteStream(temporary));
      const path = this.getResourcePath(bucket, key, 'object');
      const md5 = hash.digest('hex');
      await mkdir(dirname(path), { recursive: true });
      await this.putMetadata(bucket, key, metadata, md5);
      await rename(temporary, path);
      return { size, md5 };
    } catch (error) {
      await rm(temporary, { force: true });
      throw error;
    }
  }

  // s3rver's own also removes folders that became empty, by the key's names instead of the shortened ones.
  override async deleteObject(bucket: string, key: string): Promise<void> {
    const resources = ['object', 'object.md5', 'metadata.json'];
    await Promise.all(resources.map((resource) => rm(this.getResourcePath(bucket, key, resource), { force: true })));
  }
}

/**
 * A segment of a key as a file name: a long one keeps its beginning and is told apart by a hash of the whole. Listing a
 * bucket would show that name; nothing in the product lists one.
 */
function shortened(segment: string): string {
  const bytes = Buffer.from(segment);
  if (bytes.length <= LONGEST_NAME) return segment;
  const hash = createHash('sha256').update(bytes).digest('hex').slice(0, 32);
  return `${bytes
    .subarray(0, LONGEST_NAME - 40)
    .toString('utf8')
    .replace(/\uFFFD+$/, '')}~${hash}`;
}

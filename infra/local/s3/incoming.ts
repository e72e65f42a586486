import { createHash, randomUUID } from 'node:crypto';
import { createWriteStream, rmSync } from 'node:fs';
import { mkdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { type Readable, Transform } from 'node:stream';
import { pipeline } from 'node:stream/promises';

/** A file that is complete, and that nobody sees until it is moved to its place. */
export interface ReceivedFile {
  readonly path: string;
  readonly size: number;
  readonly md5: string;
}

/** Where bodies are while they arrive: an object or a part appears whole, or not at all. */
export class Incoming {
  readonly #directory: string;

  constructor(directory: string) {
    this.#directory = directory;
    // What a process that was killed had begun to receive belongs to nobody.
    rmSync(directory, { recursive: true, force: true });
  }

  /** Streams a body to the disk. One that breaks off leaves nothing. */
  async receive(content: Readable | Buffer): Promise<ReceivedFile> {
    await mkdir(this.#directory, { recursive: true });
    const path = join(this.#directory, randomUUID());
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
      await pipeline(Buffer.isBuffer(content) ? [content] : content, measure, createWriteStream(path));
    } catch (error) {
      await rm(path, { force: true });
      throw error;
    }
    return { path, size, md5: hash.digest('hex') };
  }
}

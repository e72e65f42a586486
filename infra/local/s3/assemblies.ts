import { createReadStream, createWriteStream, rmSync } from 'node:fs';
import { mkdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';

/** A part on the disk. */
export interface PartFile {
  readonly number: number;
  /** Without quotes. */
  readonly eTag: string;
  readonly path: string;
}

/**
 * The beginnings of objects in parts, put together while further parts arrive: what would take seconds for a large
 * object when it is completed is then done, and no caller's time limit is at stake. It is a head start only. Without it
 * (after a restart, or when a part was replaced) the parts are read anew.
 */
export class Assemblies {
  readonly #directory: string;
  /** For each upload, the ETags of what its file holds. */
  readonly #held = new Map<string, string[]>();

  constructor(directory: string) {
    this.#directory = directory;
    rmSync(directory, { recursive: true, force: true });
  }

  /** Adds the parts that follow upon what is put together so far. A failure only costs the head start. */
  async extend(id: string, parts: readonly PartFile[]): Promise<void> {
    const gap = parts.findIndex(({ number }, index) => number !== index + 1);
    await this.#append(id, gap === -1 ? parts : parts.slice(0, gap)).catch(() => this.discard(id));
  }

  /** The file of exactly these parts, which is the caller's from now on. */
  async finish(id: string, parts: readonly PartFile[]): Promise<string> {
    try {
      await this.#append(id, parts);
    } catch (error) {
      await this.discard(id);
      throw error;
    }
    this.#held.delete(id);
    return this.#path(id);
  }

  async discard(id: string): Promise<void> {
    this.#held.delete(id);
    await rm(this.#path(id), { force: true });
  }

  async #append(id: string, parts: readonly PartFile[]): Promise<void> {
    const known = this.#held.get(id) ?? [];
    if (known.length > parts.length || known.some((eTag, index) => eTag !== parts[index]?.eTag)) await this.discard(id);
    const held = this.#held.get(id) ?? [];
    this.#held.set(id, held);
    const chunks = { highWaterMark: 1024 * 1024 };
    await mkdir(this.#directory, { recursive: true });
    for (const { path, eTag } of parts.slice(held.length)) {
      await pipeline(createReadStream(path, chunks), createWriteStream(this.#path(id), { ...chunks, flags: 'a' }));
      held.push(eTag);
    }
  }

  #path(id: string): string {
    return join(this.#directory, id);
  }
}

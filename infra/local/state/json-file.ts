import { mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { rename, writeFile } from 'node:fs/promises';
import { dirname } from 'node:path';

/**
 * A value kept in a file. Changes made while the file is being written are written together afterwards, and each
 * write replaces the file whole, so that a crash leaves the last good one.
 */
export class JsonFile<T> {
  readonly #path: string;
  readonly value: T;
  #writing: Promise<void> | undefined;
  #changed = false;

  constructor(path: string, initial: T, revive?: (key: string, value: unknown) => unknown) {
    this.#path = path;
    mkdirSync(dirname(path), { recursive: true });
    const stored = readIfPresent(path);
    this.value = stored === undefined ? initial : (JSON.parse(stored, revive) as T);
  }

  /** Writes at once: for what is made up only once, and must not be lost. */
  saveNow(): void {
    const temporary = `${this.#path}.now`;
    writeFileSync(temporary, this.#text(), { mode: 0o600 });
    renameSync(temporary, this.#path);
  }

  /** Notes that the value has changed. */
  save(): void {
    this.#changed = true;
    this.#writing ??= this.#write();
  }

  /** Resolves when everything is on disk. */
  async flush(): Promise<void> {
    await this.#writing;
  }

  #text(): string {
    return JSON.stringify(this.value, null, 1);
  }

  async #write(): Promise<void> {
    try {
      while (this.#changed) {
        this.#changed = false;
        const temporary = `${this.#path}.new`;
        await writeFile(temporary, this.#text(), { mode: 0o600 });
        await rename(temporary, this.#path);
      }
    } finally {
      this.#writing = undefined;
    }
  }
}

function readIfPresent(path: string): string | undefined {
  try {
    return readFileSync(path, 'utf8');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw error;
  }
}

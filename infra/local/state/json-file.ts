import { mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { rename, writeFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import { findFreshCommand } from './fresh-command.ts';

/**
 * A value that is stored in a JSON file.
 *
 * Changes that happen during a write are combined into the next write. Each write replaces the file atomically, so a
 * crash leaves the previous version.
 */
export class JsonFile<T> {
  readonly #path: string;
  /** The current value. Callers change it in place, and then call `save`. */
  readonly value: T;
  #currentWrite: Promise<void> | undefined;
  #hasChanges = false;

  /**
   * @param initial the value if the file doesn't exist
   * @param revive the reviver of `JSON.parse`, for values that JSON can't represent
   * @throws Error with instructions if the file is damaged
   */
  constructor(path: string, initial: T, revive?: (key: string, value: unknown) => unknown) {
    this.#path = path;
    mkdirSync(dirname(path), { recursive: true });
    const json = readIfPresent(path);
    this.value = json === undefined ? initial : (parseState(path, json, revive) as T);
  }

  /** Writes synchronously, for generated values that must not be lost. */
  saveNow(): void {
    const temporaryPath = `${this.#path}.now`;
    writeFileSync(temporaryPath, this.#format(), { mode: 0o600 });
    renameSync(temporaryPath, this.#path);
  }

  /** Starts writing the value in the background. */
  save(): void {
    this.#hasChanges = true;
    this.#currentWrite ??= this.#write();
  }

  /** Resolves when all saved changes are on disk. */
  async flush(): Promise<void> {
    await this.#currentWrite;
  }

  #format(): string {
    return JSON.stringify(this.value, null, 1);
  }

  async #write(): Promise<void> {
    try {
      while (this.#hasChanges) {
        // Changes that the caller makes synchronously after `save` are part of this write. A crash keeps all or none.
        await Promise.resolve();
        this.#hasChanges = false;
        const temporaryPath = `${this.#path}.new`;
        await writeFile(temporaryPath, this.#format(), { mode: 0o600 });
        await rename(temporaryPath, this.#path);
      }
    } finally {
      this.#currentWrite = undefined;
    }
  }
}

/** Parses the content of a file in a state directory. Throws an Error with instructions if the content is not JSON. */
export function parseState(path: string, json: string, revive?: (key: string, value: unknown) => unknown): unknown {
  try {
    return JSON.parse(json, revive);
  } catch (error) {
    throw new Error(
      `${path} is damaged (${(error as Error).message}). Repair the file, or run \`${findFreshCommand(path)}\`, ` +
        'which deletes all local data.',
      { cause: error },
    );
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

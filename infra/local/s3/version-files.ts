import { join } from 'node:path';
import { toKeyPath, walkKeys } from './key-paths.ts';

/** The ID that S3 gives to objects which were written before their bucket had versions. */
export const NULL_VERSION = 'null';

/** Separates key and version in a file's name. S3 keys of members' files have no NUL. */
const SEPARATOR = '\0';

/**
 * Names and lists the JSON files of noncurrent versions and delete markers.
 *
 * Each version has one file. The files sort by key, and then by version ID. The caller must choose version IDs that
 * sort by time. Then the files of a key sort from the oldest to the newest version.
 */
export class VersionFiles {
  readonly #folder: string;

  constructor(folder: string) {
    this.#folder = folder;
  }

  /** Returns the path of a version's file. */
  pathFor(bucket: string, key: string, versionId = NULL_VERSION): string {
    // An object without a version is older than all versions.
    const order = versionId === NULL_VERSION ? '' : versionId;
    return toKeyPath(join(this.#folder, bucket), `${key}${SEPARATOR}${order}`);
  }

  /** Returns the paths of the files of all versions of a key, newest first. */
  async listPaths(bucket: string, key: string): Promise<string[]> {
    const folder = join(this.#folder, bucket);
    const paths: string[] = [];
    for await (const versionKey of walkKeys(folder, { prefix: `${key}${SEPARATOR}`, after: '' })) {
      paths.push(toKeyPath(folder, versionKey));
    }
    return paths.toReversed();
  }

  /** Yields each key that starts with a prefix and has at least one file, once. */
  async *listKeys(bucket: string, prefix: string): AsyncGenerator<string> {
    let previousKey: string | undefined;
    for await (const versionKey of walkKeys(join(this.#folder, bucket), { prefix, after: '' })) {
      const key = versionKey.slice(0, versionKey.lastIndexOf(SEPARATOR));
      if (key !== previousKey) yield key;
      previousKey = key;
    }
  }
}

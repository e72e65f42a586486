/** Files and folders that only the operator can read, because they contain personal data. */

import { createWriteStream, mkdirSync, type WriteStream, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';

/** Permissions of files: the operator reads and writes. */
const FILE_MODE = 0o600;

/** Permissions of folders. */
const FOLDER_MODE = 0o700;

/** Writes a value as JSON, and creates the folder of the file. */
export function writePrivateJson(path: string, content: unknown): void {
  createFolder(path);
  writeFileSync(path, `${JSON.stringify(content, null, 2)}\n`, { mode: FILE_MODE });
}

/** Opens a file for writing, and creates its folder. */
export function openPrivateFile(path: string): WriteStream {
  createFolder(path);
  return createWriteStream(path, { mode: FILE_MODE });
}

function createFolder(path: string): void {
  mkdirSync(dirname(path), { recursive: true, mode: FOLDER_MODE });
}

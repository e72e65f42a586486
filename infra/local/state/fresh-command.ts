import { existsSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';

/** The file that marks a state directory. `--fresh` never empties a folder without it. */
export const MARKER_FILE = 'fathom-local-cloud';

/** The state directory that `npm start` uses without `--directory`. */
const DEFAULT_DIRECTORY = join(import.meta.dirname, '../../../.local');

/**
 * Returns the command that deletes the state in which a path is, for instructions. Finds the state directory by its
 * marker.
 */
export function findFreshCommand(path: string): string {
  const directory = findStateDirectory(resolve(path));
  const option = directory === DEFAULT_DIRECTORY ? '' : ` --directory ${quoteForShell(directory)}`;
  return `npm start -- --fresh${option}`;
}

/** Returns the closest folder with a marker, starting with the path itself. Otherwise the default state directory. */
function findStateDirectory(path: string): string {
  if (path === DEFAULT_DIRECTORY || existsSync(join(path, MARKER_FILE))) return path;
  const parent = dirname(path);
  return parent === path ? DEFAULT_DIRECTORY : findStateDirectory(parent);
}

function quoteForShell(text: string): string {
  return /^[\w/.:@%+-]+$/.test(text) ? text : `'${text.replaceAll("'", String.raw`'\''`)}'`;
}

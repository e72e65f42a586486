import { createHash, type Hash } from 'node:crypto';
import { type Dirent, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** The input that determines the output of a build. */
export interface BuildSources {
  /** The folder that `paths` are relative to. */
  readonly project: string;
  /** Files, and folders with all their files except tests. A missing path is valid. */
  readonly paths: readonly string[];
  /** Other input, as JSON. */
  readonly settings: unknown;
}

/** Files that every build depends on: versions of packages, and settings of compilers. */
export const COMMON_SOURCES = ['package.json', 'package-lock.json', 'node_modules/.package-lock.json', 'tsconfig.json'];

/** Matches environment variables that builds may read. Builds get no others, so their output can't depend on others. */
const BUILD_VARIABLES = /^(CDK_|JSII_|VITE_|FATHOM_|NODE_|BROWSERSLIST)/;

/** Environment variables that programs need, and that don't change their output. */
const SYSTEM_VARIABLES = ['PATH', 'HOME', 'TMPDIR', 'LANG', 'LC_ALL', 'LD_LIBRARY_PATH'];

/** Matches tests, which change no output. */
const TEST_FILE = /\.test\.tsx?$/;

/** Names of folders with build output. */
const OUTPUT_FOLDERS = ['dist', 'node_modules'];

/** Returns a build's environment variables. `isSource` means that a variable can change the output. */
function readVariables(environment: NodeJS.ProcessEnv): { name: string; value: string; isSource: boolean }[] {
  return Object.entries(environment)
    .map(([name, value = '']) => ({ name, value, isSource: BUILD_VARIABLES.test(name) }))
    .filter(({ name, isSource }) => isSource || SYSTEM_VARIABLES.includes(name));
}

/** Returns the environment variables that a build's process gets. */
export function getBuildEnvironment(environment: NodeJS.ProcessEnv = process.env): Record<string, string> {
  return Object.fromEntries(readVariables(environment).map(({ name, value }) => [name, value]));
}

/**
 * Returns a hash of all sources, the version of Node.js, the platform, and the environment variables that builds get.
 *
 * Reads the files' contents, because a file's time can change although its content stays the same.
 */
export function hashSources({ project, paths, settings }: BuildSources, environment = process.env): string {
  const variables = readVariables(environment).filter(({ isSource }) => isSource);
  const hash = createHash('sha256');
  // JSON separates the parts, so that no two lists of parts have the same text.
  const add = (...parts: readonly string[]) => hash.update(JSON.stringify(parts));

  add(process.version, process.platform, process.arch, JSON.stringify(settings));
  for (const { name, value } of variables.sort((a, b) => (a.name < b.name ? -1 : 1))) add(name, value);
  add(hashFiles(project, paths));
  return digest(hash);
}

/** Returns a hash of the names and contents of files, and of folders with all their files except tests. */
export function hashFiles(project: string, paths: readonly string[]): string {
  const hash = createHash('sha256');
  for (const path of paths) addPath(join(project, path), path);
  return digest(hash);

  /** Adds a file, or a folder with its entries. The length separates a file's content from the next file. */
  function addPath(path: string, name: string): void {
    const entries = readFolder(path);
    if (entries === undefined) {
      const content = readIfPresent(path);
      hash.update(JSON.stringify([name, content?.length]));
      if (content !== undefined) hash.update(content);
      return;
    }

    for (const entry of entries.sort((a, b) => (a.name < b.name ? -1 : 1))) {
      const isOutput = entry.isDirectory() && OUTPUT_FOLDERS.includes(entry.name);
      if (TEST_FILE.test(entry.name) || isOutput) continue;
      addPath(join(path, entry.name), `${name}/${entry.name}`);
    }
  }
}

/** Returns half of the digest, which is enough to tell outputs apart, and keeps folder names short. */
function digest(hash: Hash): string {
  return hash.digest('hex').slice(0, 32);
}

/** Returns the entries of a folder, or undefined if the path is not a folder. */
function readFolder(path: string): Dirent[] | undefined {
  return readUnless(['ENOTDIR', 'ENOENT'], () => readdirSync(path, { withFileTypes: true }));
}

function readIfPresent(path: string): Buffer | undefined {
  return readUnless(['ENOENT'], () => readFileSync(path));
}

/** Returns the result of a read, or undefined if it fails with one of these error codes. */
function readUnless<T>(codes: readonly string[], read: () => T): T | undefined {
  try {
    return read();
  } catch (error) {
    if (codes.includes((error as NodeJS.ErrnoException).code ?? '')) return undefined;
    throw error;
  }
}

import { execFile } from 'node:child_process';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import provideTemporaryFolder from '../../test/support/temporary-folder.ts';
import { GENERATED_FILES, type GeneratedName, type ProgramFile, type RenderedFile } from './generated-files.ts';

const ROOT = join(import.meta.dirname, '../..');

/** Maximum output of a program. */
const MAX_OUTPUT_BYTES = 64 * 1024 * 1024;

/**
 * Writes generated files, by default all, and prints one line per file. Files are written concurrently. Generators of the
 * same file run in the order of the list, because each replaces a part of the text.
 *
 * If a file can't be written, still writes all other files, and then sets the exit code to 1.
 */
export async function generate(
  names: readonly GeneratedName[] = Object.keys(GENERATED_FILES) as GeneratedName[],
): Promise<void> {
  const files = Map.groupBy(
    names.map((name): RenderedFile | ProgramFile => GENERATED_FILES[name]),
    ({ file }) => file,
  );

  const writeAll = async ([file, generators]: [string, readonly (RenderedFile | ProgramFile)[]]) => {
    const oldContent = read(file);
    try {
      for (const generator of generators) await write(generator);
      console.log(`${read(file) === oldContent ? 'unchanged' : 'changed  '} ${file}`);
    } catch (error) {
      console.error(`failed    ${file}\n${describe(error)}`);
      process.exitCode = 1;
    }
  };

  // Synthesis leaves folders behind, so it runs in a temporary folder that is deleted at the end.
  provideTemporaryFolder();
  await Promise.all([...files].map(writeAll));
}

async function write(generator: RenderedFile | ProgramFile): Promise<void> {
  if ('render' in generator) {
    writeFileSync(join(ROOT, generator.file), await generator.render(read(generator.file)));
    return;
  }
  if (await generator.isCurrent?.()) return;

  await promisify(execFile)(process.execPath, generator.program, {
    cwd: ROOT,
    env: { ...process.env, NO_COLOR: '1' },
    maxBuffer: MAX_OUTPUT_BYTES,
  });
}

/** Returns the content of a file, or an empty text if it doesn't exist yet. Binary content can be compared as text. */
function read(file: string): string {
  const path = join(ROOT, file);
  return existsSync(path) ? readFileSync(path, 'utf8') : '';
}

/** Returns the output of a program that failed, or the message of an error. */
function describe(error: unknown): string {
  const { stdout = '', stderr = '' } = error as { stdout?: string; stderr?: string };
  return `${stdout}${stderr}` || String(error);
}

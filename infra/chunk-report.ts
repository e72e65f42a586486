import { relative } from 'node:path';
import { gzipSync } from 'node:zlib';
import type { Rolldown } from 'vite';

/** A script that Vite has built from modules. Paths of files are relative to the folder of the pages. */
export interface Chunk {
  /** `assets/home-D3xK9aQ1.js` */
  readonly file: string;
  /** `home` */
  readonly name: string;
  /** The chunks that this chunk imports statically. */
  readonly imports: readonly string[];
  readonly styles: readonly string[];
  /** Compressed size of each module's code before minification, in bytes, by its path in the repository. */
  readonly modules: Readonly<Record<string, number>>;
}

/** Path of the report in the folder of the pages. */
export const CHUNK_REPORT = '.vite/chunks.json';

/**
 * Describes the chunks of a build.
 *
 * @param project the repository's folder
 */
export function describeChunks({ output }: Rolldown.RolldownOutput, project: string): Chunk[] {
  return output
    .filter((file) => file.type === 'chunk')
    .map(({ fileName, name, imports, viteMetadata, modules }) => ({
      file: fileName,
      name,
      imports,
      styles: [...(viteMetadata?.importedCss ?? [])],
      modules: Object.fromEntries(
        Object.entries(modules)
          .filter(([, { code }]) => code)
          .map(([id, { code }]) => [toModulePath(id, project), gzipSync(code!).length]),
      ),
    }));
}

/** Returns a module's path in the repository, or the name of a generated module. */
function toModulePath(id: string, project: string): string {
  return id.startsWith('/') ? relative(project, id) : id.replace('\0', '');
}

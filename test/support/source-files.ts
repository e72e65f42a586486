import { globSync, readFileSync } from 'node:fs';
import { dirname, join, normalize } from 'node:path';

const ROOT = join(import.meta.dirname, '../..');

/** Matches a relative path after `from`, `import`, or `import(`. A query such as `?url` isn't part of the path. */
const RELATIVE_IMPORT = /(?:from|import)\s*\(?\s*'(\.{1,2}\/[^'?]+)/g;

/** A TypeScript file of the project. */
export interface SourceFile {
  /** Relative to the repository. */
  readonly path: string;
  readonly text: string;
  /** Files of the project that it imports, including dynamic and type imports. */
  readonly imports: readonly string[];
}

/** Reads every TypeScript file of the project, including tests. */
export function readSourceFiles(): SourceFile[] {
  const paths = globSync('{bin,infra,lambdas,shared,web,test}/**/*.{ts,tsx}', {
    cwd: ROOT,
    exclude: ['**/node_modules', 'web/dist'],
  }).filter((path) => !path.endsWith('.d.ts'));
  const knownPaths = new Set(paths);

  return paths.map((path) => {
    const text = readFileSync(join(ROOT, path), 'utf8');
    const imports = [...text.matchAll(RELATIVE_IMPORT)]
      .map(([, relativePath]) => normalize(join(dirname(path), relativePath!)))
      .filter((importedPath) => knownPaths.has(importedPath));

    return { path, text, imports };
  });
}

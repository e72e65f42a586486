import { globSync, readFileSync } from 'node:fs';
import { dirname, join, normalize } from 'node:path';

const ROOT = join(import.meta.dirname, '../..');

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
    const imports = [...text.matchAll(/(?:from|import)\s*\(?\s*'(\.{1,2}\/[^'?]+)/g)]
      .map(([, target]) => normalize(join(dirname(path), target!)))
      .filter((target) => knownPaths.has(target));
    return { path, text, imports };
  });
}

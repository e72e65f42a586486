import type { Metafile } from 'esbuild';

/** Sizes of a function's bundle. Packages that esbuild leaves out don't count. */
export interface BundleSizes {
  /** Bytes that Lambda loads before the first event: `index.mjs` and its static imports. */
  readonly entryBytes: number;
  /** Bytes of all code, including the code that the function loads on demand. */
  readonly totalBytes: number;
  /** The bundle's files, as `<function>/<file>`. */
  readonly files: readonly string[];
}

/**
 * Measures a function's bundle.
 *
 * @param outputs - the result of `writeBundles`
 * @param name - the function's name
 */
export function measureBundle(outputs: Metafile['outputs'], name: string): BundleSizes {
  const index = Object.keys(outputs).find((path) => path.endsWith(`/${name}/index.mjs`));
  if (index === undefined) throw new Error(`${name} has no bundle.`);

  const sumBytes = (paths: readonly string[]) => paths.reduce((bytes, path) => bytes + outputs[path]!.bytes, 0);
  const entryFiles = listFiles(outputs, index, { dynamic: false });
  const allFiles = listFiles(outputs, index, { dynamic: true });

  return {
    entryBytes: sumBytes(entryFiles),
    totalBytes: sumBytes(allFiles),
    files: allFiles.map((path) => path.slice(path.lastIndexOf(`${name}/`))),
  };
}

/** Returns a file and all files that it imports, with or without dynamic imports. */
function listFiles(outputs: Metafile['outputs'], index: string, { dynamic }: { dynamic: boolean }): string[] {
  const files = new Set([index]);
  // The loop also visits the files that it adds.
  for (const file of files) {
    for (const { path, kind, external } of outputs[file]!.imports) {
      if (!external && (dynamic || kind === 'import-statement')) files.add(path);
    }
  }
  return [...files];
}

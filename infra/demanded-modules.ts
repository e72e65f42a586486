import { join } from 'node:path';
import type { BuildOptions, Metafile } from 'esbuild';
import { UNBUNDLED_PACKAGES } from './function-files.ts';

const ROOT = join(import.meta.dirname, '..');

/**
 * Finds the modules that functions load on demand, with `import()`, and the options to bundle the functions.
 *
 * If one function loads a module on demand, esbuild keeps all code of the module and its imports in every bundle of the
 * same call. So each function with such a module is split in its own call. The other functions are bundled without
 * those modules.
 */
export class DemandedModules {
  readonly #metafile: Metafile;
  /** Modules that our own code loads on demand. */
  readonly #demandedByOurCode: ReadonlySet<string>;
  /** Modules that packages load on demand, such as the SDK's code for browsers, which we don't use. */
  readonly #demandedByPackages: ReadonlySet<string>;

  /** @param metafile - of a build of all functions without splitting */
  constructor(metafile: Metafile) {
    this.#metafile = metafile;
    const paths = Object.keys(metafile.inputs);
    const isOurs = (path: string) => !path.includes('node_modules/');
    this.#demandedByOurCode = new Set(this.#listDemanded(paths.filter(isOurs)));
    this.#demandedByPackages = new Set(this.#listDemanded(paths.filter((path) => !isOurs(path))));
  }

  /** Returns the options for a function that contains demanded modules, or undefined for other functions. */
  findSplitOptions(name: string, entryPoint: string): BuildOptions | undefined {
    const bundle = Object.values(this.#metafile.outputs).find((output) => output.entryPoint === entryPoint);
    const isBundled = (path: string) => path in (bundle?.inputs ?? {});
    if (![...this.#demandedByOurCode].some(isBundled)) return undefined;

    const unusedModules = [...this.#demandedByOurCode, ...this.#demandedByPackages].filter((path) => !isBundled(path));
    return {
      splitting: true,
      chunkNames: `${name}/[name]-[hash]`,
      external: listExternalPaths(unusedModules),
    };
  }

  /** Returns the options for the functions that contain no demanded modules. */
  get unsplitOptions(): BuildOptions {
    return { external: listExternalPaths(this.#demandedByOurCode) };
  }

  /** Returns the modules that these files load on demand. */
  #listDemanded(paths: readonly string[]): string[] {
    const imports = paths.flatMap((path) => this.#metafile.inputs[path]?.imports ?? []);
    return imports.filter(({ kind, external }) => kind === 'dynamic-import' && !external).map(({ path }) => path);
  }
}

/** Returns the paths that esbuild leaves out of bundles: unbundled packages, and these modules. */
function listExternalPaths(modules: Iterable<string>): string[] {
  return [...UNBUNDLED_PACKAGES, ...[...modules].map((path) => join(ROOT, path))];
}

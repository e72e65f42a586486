import { cpSync, existsSync, readFileSync } from 'node:fs';
import { basename, dirname, join, relative } from 'node:path';

const NODE_MODULES = join(import.meta.dirname, '../node_modules');

/** The files that a function needs next to its bundle. */
interface FunctionFiles {
  /**
   * Packages that esbuild leaves out of all bundles, because they read files next to their code, such as WebAssembly.
   * They are copied into the function's folder with their dependencies. Only this function can import them.
   */
  readonly packages: readonly string[];
  /** Code of threads. Each file gets its own bundle, `<file>.mjs`, next to the function's. */
  readonly threads: readonly string[];
}

const FUNCTION_FILES: Readonly<Record<string, FunctionFiles>> = {
  'triggers-process-media': {
    packages: ['sharp', '@img/sharp-wasm32'],
    threads: ['lambdas/media/decode-heic-thread.ts', 'lambdas/media/timed-media-thread.ts'],
  },
};

/** Packages that esbuild leaves out of bundles. */
export const UNBUNDLED_PACKAGES = Object.values(FUNCTION_FILES).flatMap(({ packages }) => packages);

/** Matches files that no function reads: types, documentation, source maps, and sources of native builds. */
const UNREAD_FILE = /(\.d\.[cm]?ts|\.md|\.map)$|^(src|install)$/;

/** Returns the entry points of a function's threads, for esbuild. */
export function listThreadEntryPoints(name: string): readonly { readonly in: string; readonly out: string }[] {
  return (FUNCTION_FILES[name]?.threads ?? []).map((path) => ({ in: path, out: `${name}/${basename(path, '.ts')}` }));
}

/**
 * Copies the unbundled packages of a function, and their dependencies, to `node_modules` in the function's folder.
 *
 * @throws Error if a package isn't installed
 */
export function copyUnbundledPackages(name: string, folder: string): void {
  const packageNames = FUNCTION_FILES[name]?.packages ?? [];
  const packages = new Set(packageNames.map((packageName) => findPackage(packageName, NODE_MODULES)));

  // The loop also visits the dependencies that it adds.
  for (const from of packages) {
    const to = join(folder, 'node_modules', relative(NODE_MODULES, from));
    cpSync(from, to, { recursive: true, filter: (path) => !UNREAD_FILE.test(relative(from, path)) });

    const { dependencies = {} } = JSON.parse(readFileSync(join(from, 'package.json'), 'utf8'));
    for (const dependency of Object.keys(dependencies)) {
      packages.add(findPackage(dependency, join(from, 'node_modules')));
    }
  }
}

/** Returns the folder of a package, as Node finds it for code next to this `node_modules` folder. */
function findPackage(name: string, nodeModules: string): string {
  const folder = join(nodeModules, name);
  if (existsSync(folder)) return folder;
  if (nodeModules === NODE_MODULES) throw new Error(`The package ${name} isn't installed. Run npm ci.`);

  // Continues in the folder above the package of this `node_modules`. Packages with a scope are one folder deeper.
  const parent = dirname(dirname(nodeModules));
  return findPackage(name, basename(parent) === 'node_modules' ? parent : dirname(parent));
}

import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type BuildOptions, buildSync } from 'esbuild';
import { allEndpoints } from '../shared/contract/contract.ts';
import { socketRoutes } from '../shared/contract/socket.ts';

const ROOT = join(import.meta.dirname, '..');
const TRIGGERS = join(ROOT, 'lambdas/triggers');

/** Entry file of each Lambda function, by function name. Paths are relative to the repository. */
export type LambdaEntries = Readonly<Record<string, string>>;

const ENTRIES_FOLDER = '.build/entries';

/**
 * Returns the entry file of every function, after generating those of endpoints and socket routes.
 *
 * A capability's list (`lambdas/<capability>/endpoints.ts`) must export every endpoint of the contract, or esbuild
 * fails.
 */
export function generateLambdaEntries(): LambdaEntries {
  const entries: Record<string, string> = {};
  for (const { name, capability, key } of allEndpoints) {
    entries[name] = generateEntry(name, [
      `import { ${capability} } from '../../shared/contract/${capability}.ts';`,
      `import { ${key} as run } from '../../lambdas/${capability}/endpoints.ts';`,
      "import { endpoint } from '../../lambdas/http/endpoint.ts';",
      `export const handler = endpoint(${capability}.${key}, run);`,
    ]);
  }
  for (const { name, key, handler } of socketRoutes) {
    const list = "'../../lambdas/messages/sockets.ts'";
    entries[name] = generateEntry(
      name,
      key.startsWith('$')
        ? [`export { ${handler} as handler } from ${list};`]
        : [
            `import { ${handler} as run } from ${list};`,
            "import { socketRoute } from '../../lambdas/messages/socket-route.ts';",
            `export const handler = socketRoute('${key}', run);`,
          ],
    );
  }
  for (const file of readdirSync(TRIGGERS).filter((file) => file.endsWith('.ts') && !file.endsWith('.test.ts'))) {
    entries[`triggers-${file.replace('.ts', '')}`] = `lambdas/triggers/${file}`;
  }
  return entries;
}

function generateEntry(name: string, lines: readonly string[]): string {
  const path = `${ENTRIES_FOLDER}/${name}.ts`;
  const code = `${lines.join('\n')}\n`;
  const file = join(ROOT, path);
  // Another process may be reading the file, so don't rewrite it if it is up to date.
  if (existsSync(file) && readFileSync(file, 'utf8') === code) return path;
  mkdirSync(join(ROOT, ENTRIES_FOLDER), { recursive: true });
  writeFileSync(`${file}.${process.pid}`, code);
  renameSync(`${file}.${process.pid}`, file);
  return path;
}

/**
 * How functions are bundled:
 *
 * - `deployed`: minified, with source maps.
 * - `readable`: not minified, for the local cloud. Stack traces show real names, and bundling takes half the time.
 * - `empty`: placeholder files, for tests of the templates.
 */
type BundleForm = 'deployed' | 'readable' | 'empty';

/** The result of this process's last call of {@link bundleLambdas}. */
let bundleCache:
  | { readonly outdir: string; readonly form: BundleForm; readonly bundles: Readonly<Record<string, string>> }
  | undefined;

/**
 * Bundles every Lambda function with one esbuild call, each into its own folder.
 *
 * One call takes 0.1 s per function; NodejsFunction takes 0.5 s. A process bundles once per form, even if it
 * synthesises several apps.
 *
 * @param outdir target folder, ignored if this process has already bundled the functions in this form.
 * @returns the folder of each bundle, by function name.
 * @throws Error if a capability's list lacks an endpoint, or on any other esbuild error.
 */
export function bundleLambdas(
  outdir = join(ROOT, '.build/lambdas'),
  form: BundleForm = 'deployed',
): Readonly<Record<string, string>> {
  if (bundleCache?.form === form && existsSync(bundleCache.outdir)) return bundleCache.bundles;
  const entries = generateLambdaEntries();
  rmSync(outdir, { recursive: true, force: true });
  if (form === 'empty') writeEmptyBundles(Object.keys(entries), outdir);
  else buildSync(createLambdaBuildOptions(entries, outdir, form));
  bundleCache = {
    outdir,
    form,
    bundles: Object.fromEntries(Object.keys(entries).map((name) => [name, join(outdir, name)])),
  };
  return bundleCache.bundles;
}

function writeEmptyBundles(names: readonly string[], outdir: string): void {
  for (const name of names) {
    mkdirSync(join(outdir, name), { recursive: true });
    writeFileSync(join(outdir, name, 'index.mjs'), `// ${name}\n`);
  }
}

/** Returns the esbuild options for these functions. */
export function createLambdaBuildOptions(
  entries: LambdaEntries,
  outdir: string,
  form: Exclude<BundleForm, 'empty'> = 'deployed',
): BuildOptions {
  return {
    absWorkingDir: ROOT,
    entryPoints: Object.entries(entries).map(([name, path]) => ({ in: path, out: `${name}/index` })),
    outdir,
    bundle: true,
    minify: form === 'deployed',
    sourcemap: form === 'deployed',
    sourcesContent: false,
    platform: 'node',
    target: 'node24',
    format: 'esm',
    mainFields: ['module', 'main'],
    alias: { '@aws-sdk/credential-provider-node': './lambdas/platform/lambda-credentials.ts' },
    outExtension: { '.js': '.mjs' },
    // The name must not clash with one that the minifier generates, so it is long.
    banner: {
      js: "import{createRequire as createRequireOfBundle}from'node:module';const require=createRequireOfBundle(import.meta.url);",
    },
    logLevel: 'warning',
  };
}

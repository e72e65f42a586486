import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type BuildOptions, buildSync } from 'esbuild';
import { allEndpoints } from '../shared/contract/contract.ts';
import { socketRoutes } from '../shared/contract/socket.ts';

const ROOT = join(import.meta.dirname, '..');
const TRIGGERS = join(ROOT, 'lambdas/triggers');

/** Entry file of each Lambda function, by function name, relative to the project. */
export type LambdaEntries = Readonly<Record<string, string>>;

/** Where generated entry files are. */
const ENTRIES = '.build/entries';

/**
 * Returns the entry file of every function, and generates those of endpoints and socket routes. esbuild fails if a
 * capability's list (`lambdas/<capability>/endpoints.ts`) lacks an endpoint of the contract.
 */
export function lambdaEntries(): LambdaEntries {
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
  const path = `${ENTRIES}/${name}.ts`;
  const code = `${lines.join('\n')}\n`;
  const file = join(ROOT, path);
  // Another process may be reading it: leave a file alone that is up to date.
  if (existsSync(file) && readFileSync(file, 'utf8') === code) return path;
  mkdirSync(join(ROOT, ENTRIES), { recursive: true });
  writeFileSync(`${file}.${process.pid}`, code);
  renameSync(`${file}.${process.pid}`, file);
  return path;
}

/**
 * What bundles are for:
 *
 * - `deployed`: minified, with source maps.
 * - `readable`: for this machine, with the names that a stack trace shows. Takes half the time.
 * - `empty`: for tests that look at the templates only.
 */
type BundleForm = 'deployed' | 'readable' | 'empty';

/** Where this process has bundled the functions, and what it found there. */
let bundled:
  | { readonly outdir: string; readonly form: BundleForm; readonly bundles: Readonly<Record<string, string>> }
  | undefined;

/**
 * Bundles every Lambda function with one esbuild call, each into a folder of its own: measured at a tenth of a second
 * for each, against half a second with NodejsFunction. A process does so once, however many apps it synthesises: what
 * it has loaded of the sources would not change any more, either.
 *
 * @param outdir where they go, unless this process has bundled them before.
 * @returns the folder of each bundle, by function name.
 * @throws Error if a capability's list lacks an endpoint, or esbuild finds another error.
 */
export function bundleLambdas(
  outdir = join(ROOT, '.build/lambdas'),
  form: BundleForm = 'deployed',
): Readonly<Record<string, string>> {
  if (bundled?.form === form && existsSync(bundled.outdir)) return bundled.bundles;
  const entries = lambdaEntries();
  rmSync(outdir, { recursive: true, force: true });
  if (form === 'empty') writeEmptyBundles(Object.keys(entries), outdir);
  else buildSync(lambdaBuild(entries, outdir, form));
  bundled = {
    outdir,
    form,
    bundles: Object.fromEntries(Object.keys(entries).map((name) => [name, join(outdir, name)])),
  };
  return bundled.bundles;
}

function writeEmptyBundles(names: readonly string[], outdir: string): void {
  for (const name of names) {
    mkdirSync(join(outdir, name), { recursive: true });
    writeFileSync(join(outdir, name, 'index.mjs'), `// ${name}\n`);
  }
}

/** Returns the esbuild options for these functions. */
export function lambdaBuild(
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
    // A name that is longer than any that the minifier makes up for the code below.
    banner: {
      js: "import{createRequire as createRequireOfBundle}from'node:module';const require=createRequireOfBundle(import.meta.url);",
    },
    logLevel: 'warning',
  };
}

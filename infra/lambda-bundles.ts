import { existsSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { type BuildOptions, buildSync } from 'esbuild';
import { allEndpoints } from '../shared/contract/contract.ts';
import { socketRoutes } from '../shared/contract/socket.ts';

const ROOT = join(import.meta.dirname, '..');
const LAMBDAS = join(ROOT, 'lambdas');
const NOT_CAPABILITIES = new Set(['table', 'platform', 'http', 'triggers']);

/** Source file of each Lambda function, by function name, relative to the project. */
export type LambdaEntries = Readonly<Record<string, string>>;

/**
 * Finds the entry of every endpoint and trigger.
 *
 * @throws Error naming each endpoint without a handler and each handler without an endpoint.
 */
export function lambdaEntries(): LambdaEntries {
  const entries: Record<string, string> = {};
  const problems: string[] = [];
  const handlers = new Set(handlerFiles());
  for (const { name, capability, file } of allEndpoints) {
    const path = `lambdas/${capability}/${file}.ts`;
    if (!handlers.delete(path)) problems.push(`endpoint ${name} has no handler: ${path} must export one`);
    else if (!readFileSync(join(ROOT, path), 'utf8').includes(`endpoint(${capability}.${camelCase(file)},`))
      problems.push(`${path} must be the handler of ${capability}.${camelCase(file)}`);
    entries[name] = path;
  }
  for (const { name, file } of socketRoutes) {
    const path = `lambdas/messages/${file}.ts`;
    if (!handlers.delete(path)) problems.push(`socket route ${name} has no handler: ${path} must export one`);
    entries[name] = path;
  }
  for (const path of handlers) problems.push(`${path} is a handler without an endpoint in shared/contract`);
  if (problems.length > 0) throw new Error(`Contract and handlers do not match:\n- ${problems.join('\n- ')}`);
  for (const file of sourceFiles('triggers'))
    entries[`triggers-${file.replace('.ts', '')}`] = `lambdas/triggers/${file}`;
  return entries;
}

/**
 * What bundles are for: to be deployed, small and with source maps; or to be run on this machine, which takes them as
 * they are, with names that a stack trace can show: making them takes half the time.
 */
export type BundleForm = 'deployed' | 'readable';

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
 * @throws Error when contract and handlers do not match, or esbuild finds an error.
 */
export function bundleLambdas(
  outdir = join(ROOT, '.build/lambdas'),
  form: BundleForm = 'deployed',
): Readonly<Record<string, string>> {
  if (bundled?.form === form && existsSync(bundled.outdir)) return bundled.bundles;
  const entries = lambdaEntries();
  rmSync(outdir, { recursive: true, force: true });
  buildSync(lambdaBuild(entries, outdir, form));
  bundled = {
    outdir,
    form,
    bundles: Object.fromEntries(Object.keys(entries).map((name) => [name, join(outdir, name)])),
  };
  return bundled.bundles;
}

/** How Lambda functions are bundled, whoever does it. */
export function lambdaBuild(entries: LambdaEntries, outdir: string, form: BundleForm = 'deployed'): BuildOptions {
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

function handlerFiles(): string[] {
  return readdirSync(LAMBDAS)
    .filter((folder) => !NOT_CAPABILITIES.has(folder))
    .flatMap((folder) => sourceFiles(folder).map((file) => `lambdas/${folder}/${file}`))
    .filter((path) => /^export const handler/m.test(readFileSync(join(ROOT, path), 'utf8')));
}

function sourceFiles(folder: string): string[] {
  return readdirSync(join(LAMBDAS, folder)).filter((file) => file.endsWith('.ts') && !file.endsWith('.test.ts'));
}

function camelCase(file: string): string {
  return file.replace(/-([a-z])/g, (_, letter: string) => letter.toUpperCase());
}

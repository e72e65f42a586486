import { execFileSync } from 'node:child_process';
import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { type BuildOptions, buildSync, type Metafile } from 'esbuild';
import { allEndpoints, isDeployed } from '../shared/contract/contract.ts';
import type { Endpoint } from '../shared/contract/endpoint.ts';
import { socketRoutes } from '../shared/contract/socket-frames.ts';
import { copyUnbundledPackages, listThreadEntryPoints, UNBUNDLED_PACKAGES } from './function-files.ts';

const ROOT = join(import.meta.dirname, '..');
const TRIGGERS = join(ROOT, 'lambdas/triggers');

/** Entry file of each Lambda function, by function name. Paths are relative to the repository. */
export type LambdaEntries = Readonly<Record<string, string>>;

/** The function that receives requests to the HTTP API that match no endpoint. */
export const UNMATCHED_REQUEST = 'unmatched-request';

const ENTRIES_FOLDER = '.build/entries';

/** Folder of the code that readable bundles share. */
const CHUNKS = 'chunks';

/**
 * Returns the entry file of every function. Generates the entry files of HTTP endpoints and socket routes first.
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

  entries[UNMATCHED_REQUEST] = generateEntry(UNMATCHED_REQUEST, [
    "import { unmatchedRequest } from '../../lambdas/http/unmatched-request.ts';",
    `export const handler = unmatchedRequest(${JSON.stringify(allEndpoints.map(describeRoute), null, 2)});`,
  ]);

  for (const { name, key, handler } of socketRoutes) {
    const modulePath = '../../lambdas/socket-routes.ts';
    const gatewayRoute = [`export { ${handler} as handler } from '${modulePath}';`];
    const frameRoute = [
      `import { ${handler} as run } from '${modulePath}';`,
      "import { socketRoute } from '../../lambdas/sockets/socket-route.ts';",
      `export const handler = socketRoute('${key}', run);`,
    ];
    // `$connect`, `$disconnect`, and `$default` export their handlers unchanged. Other routes wrap theirs.
    entries[name] = generateEntry(name, key.startsWith('$') ? gatewayRoute : frameRoute);
  }

  const triggerFiles = readdirSync(TRIGGERS).filter((name) => name.endsWith('.ts') && !name.endsWith('.test.ts'));
  for (const file of triggerFiles) {
    entries[`triggers-${file.replace('.ts', '')}`] = `lambdas/triggers/${file}`;
  }

  return entries;
}

/**
 * Returns an endpoint's route for the function that responds to unmatched requests. The function doesn't import the
 * contract, because that would load zod.
 */
function describeRoute(endpoint: Endpoint) {
  const { method, path } = endpoint;
  return { method, path: `/api${path}`, inProduction: isDeployed(endpoint, { production: true }) };
}

/** Writes an entry file with these lines. Returns its path in the repository. */
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
 * The form of bundles:
 *
 * - `deployed`: minified, with source maps. Each bundle is complete.
 * - `readable`: not minified, for the local cloud. Bundles import their common code from `chunks`, so esbuild prints it
 *   once instead of once per function.
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
 * One call takes 0.1 s per function; NodejsFunction takes 0.5 s. A call with the same form as the last one reuses its
 * bundles, so a process that synthesizes several apps bundles once.
 *
 * @param outdir target folder, ignored if the bundles of the last call are reused.
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
  else writeBundles(entries, outdir, form);

  const bundles = Object.fromEntries(Object.keys(entries).map((name) => [name, join(outdir, name)]));
  bundleCache = { outdir, form, bundles };
  return bundles;
}

/**
 * Bundles these functions, and copies the packages that esbuild leaves out.
 *
 * Code that a function loads with `import()` gets its own file in a deployed bundle: see docs/adr/0048-cold-starts.md.
 *
 * @returns the files that esbuild wrote
 */
export function writeBundles(
  entries: LambdaEntries,
  outdir: string,
  form: Exclude<BundleForm, 'empty'> = 'deployed',
): Metafile['outputs'] {
  const outputs = form === 'deployed' ? writeDeployedBundles(entries, outdir) : writeReadableBundles(entries, outdir);
  for (const name of Object.keys(entries)) copyUnbundledPackages(name, join(outdir, name));
  return outputs;
}

function writeReadableBundles(entries: LambdaEntries, outdir: string): Metafile['outputs'] {
  const options = createLambdaBuildOptions(entries, outdir, 'readable');
  const { outputs } = buildSync({ ...options, metafile: true }).metafile;
  linkChunks(outdir);
  return outputs;
}

function writeDeployedBundles(entries: LambdaEntries, outdir: string): Metafile['outputs'] {
  const output = execFileSync(process.execPath, [join(import.meta.dirname, 'write-deployed-bundles.ts')], {
    input: JSON.stringify({ entries, outdir }),
    encoding: 'utf8',
    maxBuffer: Number.POSITIVE_INFINITY,
  });
  return JSON.parse(output);
}

/** Links `chunks` into the parent folder of `outdir`. The CDK copies each bundle there, as `asset.<hash>`. */
function linkChunks(outdir: string): void {
  const link = join(dirname(outdir), CHUNKS);
  rmSync(link, { recursive: true, force: true });
  symlinkSync(join(basename(outdir), CHUNKS), link);
}

function writeEmptyBundles(names: readonly string[], outdir: string): void {
  for (const name of names) {
    mkdirSync(join(outdir, name), { recursive: true });
    writeFileSync(join(outdir, name, 'index.mjs'), `// ${name}\n`);
  }
}

/**
 * Generates a module with the exports of `@aws-sdk/lib-dynamodb` that functions use.
 *
 * esbuild can't omit the other exports, because the package doesn't declare that its modules have no side effects, and
 * its paginators load the SDK's client.
 *
 * @returns its path
 */
function generateDocumentModule(): string {
  const operations = ['BatchGet', 'BatchWrite', 'Delete', 'Get', 'Put', 'Query', 'Scan', 'TransactWrite', 'Update'];
  const commands = operations.map((name) => [`${name}Command`, `commands/${name}Command.js`]);
  const modules = [...commands, ['DynamoDBDocumentClient', 'DynamoDBDocumentClient.js']];

  const lines = modules.map(
    ([name, path]) => `export { ${name} } from '../../node_modules/@aws-sdk/lib-dynamodb/dist-es/${path}';`,
  );
  return generateEntry('document-commands', lines);
}

/**
 * Returns the esbuild options for these functions. Also generates the module that replaces `@aws-sdk/lib-dynamodb`.
 */
export function createLambdaBuildOptions(
  entries: LambdaEntries,
  outdir: string,
  form: Exclude<BundleForm, 'empty'> = 'deployed',
): BuildOptions {
  return {
    absWorkingDir: ROOT,
    entryPoints: Object.entries(entries).flatMap(([name, path]) => [
      { in: path, out: `${name}/index` },
      ...listThreadEntryPoints(name),
    ]),
    outdir,
    bundle: true,
    external: UNBUNDLED_PACKAGES,
    splitting: form === 'readable',
    chunkNames: `${CHUNKS}/[hash]`,
    minify: form === 'deployed',
    sourcemap: form === 'deployed',
    sourcesContent: false,
    platform: 'node',
    target: 'node24',
    format: 'esm',
    mainFields: ['module', 'main'],
    // Smaller modules replace parts of the SDK (docs/adr/0047-thin-transport.md).
    alias: {
      '@aws-sdk/credential-provider-node': './lambdas/platform/lambda-credentials.ts',
      '@aws-sdk/client-secrets-manager': './lambdas/platform/thin-secrets-manager.ts',
      '@aws-sdk/client-apigatewaymanagementapi': './lambdas/sockets/thin-management-api.ts',
      '@aws-sdk/lib-dynamodb': `./${generateDocumentModule()}`,
    },
    outExtension: { '.js': '.mjs' },
    // Packages in CommonJS call `require`, which modules lack. The long name can't clash with one of the minifier.
    banner: {
      js: "import{createRequire as createRequireOfBundle}from'node:module';const require=createRequireOfBundle(import.meta.url);",
    },
    logLevel: 'warning',
  };
}

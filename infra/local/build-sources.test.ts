/**
 * Tests that the cache of builds notices each change. It reuses an output while the hash of its sources is the same,
 * so the hash must cover every module that the build reads.
 */
import { build } from 'esbuild';
import { expect, it } from 'vitest';
import { generateLambdaEntries } from '../lambda-bundles.ts';
import { WEB_SOURCES } from './site/web-build.ts';
import type { BuildSources } from './state/source-hash.ts';
import { getAssemblySources, PROJECT } from './template/synthesis.ts';

/** Returns the repository's modules that these modules import, directly or indirectly, except generated modules. */
async function listModules(entryPoints: string[]): Promise<string[]> {
  const { metafile } = await build({
    absWorkingDir: PROJECT,
    entryPoints,
    bundle: true,
    packages: 'external',
    platform: 'node',
    format: 'esm',
    write: false,
    outdir: 'unused',
    metafile: true,
    loader: { '.svg': 'empty', '.png': 'empty', '.jpg': 'empty', '.woff2': 'empty' },
  });

  return Object.keys(metafile.inputs).filter((path) => !path.startsWith('.build/'));
}

const isCovered = ({ paths }: BuildSources, module: string) =>
  paths.some((path) => module === path || module.startsWith(`${path}/`));

it('hashes every module of the functions and of the CDK app for the assembly', async () => {
  const modules = await listModules([
    ...Object.values(generateLambdaEntries()),
    'infra/local/template/synthesis-task.ts',
    'lambdas/media/decode-heic-thread.ts',
  ]);

  expect(modules).toEqual(
    expect.arrayContaining(['lambdas/files/list.ts', 'shared/rules/depth.ts', 'infra/routes/files.ts']),
  );
  expect(modules.filter((module) => !isCovered(getAssemblySources({}), module))).toEqual([]);
});

it('hashes every module of the pages and of their build', async () => {
  const modules = await listModules(['web/src/main.tsx', 'web/vite.config.ts', 'infra/local/site/web-build-task.ts']);
  expect(modules).toEqual(expect.arrayContaining(['web/build/home-page.ts', 'shared/rules/depth.ts']));
  expect(modules.filter((module) => !isCovered(WEB_SOURCES, module))).toEqual([]);
});

it('hashes the settings of the stage', () => {
  expect(getAssemblySources({ depthIndexShards: '8' }).settings).not.toEqual(getAssemblySources({}).settings);
});

it('hashes the lists of locked and installed packages', () => {
  for (const { paths } of [getAssemblySources({}), WEB_SOURCES]) {
    expect(paths).toEqual(expect.arrayContaining(['package-lock.json', 'node_modules/.package-lock.json']));
  }
});

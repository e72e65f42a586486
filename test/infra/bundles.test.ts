/** Bundles all functions for deployment, and checks their sizes and files. A large bundle makes cold starts slower. */
import { execFileSync } from 'node:child_process';
import { globSync, mkdtempSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { measureBundle } from '../../infra/bundle-sizes.ts';
import { generateLambdaEntries, UNMATCHED_REQUEST, writeBundles } from '../../infra/lambda-bundles.ts';

/** Maximum size of the code that Lambda loads before the first event, in KB of 1,000 bytes. */
const MAX_KB = 400;

/** Maximum size of the bundle for unmatched requests, in KB. Schemas or an AWS client would make it larger. */
const MAX_UNMATCHED_KB = 60;

const entries = generateLambdaEntries();
const names = Object.keys(entries);
const folder = mkdtempSync(join(tmpdir(), 'fathom-bundles-test-'));
let outputs: ReturnType<typeof writeBundles>;

beforeAll(() => {
  outputs = writeBundles(entries, folder);
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

describe('deployed bundles', () => {
  it(`bundles load at most ${MAX_KB} KB before the first event`, () => {
    const sizes = names.map((name) => ({ name, kilobytes: Math.ceil(measureBundle(outputs, name).entryBytes / 1000) }));
    const largeBundles = sizes.filter(({ kilobytes }) => kilobytes > MAX_KB);
    expect(largeBundles.map(({ name, kilobytes }) => `${name} has ${kilobytes} KB`)).toEqual([]);
  });

  it('the bundle for unmatched requests contains neither schemas nor AWS clients', () => {
    expect(measureBundle(outputs, UNMATCHED_REQUEST).totalBytes / 1000).toBeLessThan(MAX_UNMATCHED_KB);
  });

  it('bundles have no unused code', () => {
    // The files of worker threads are loaded by their names, so no import shows their use.
    const writtenPaths = globSync('*/*.mjs', { cwd: folder }).filter((path) => !path.includes('-thread.mjs'));
    const usedPaths = new Set(names.flatMap((name) => measureBundle(outputs, name).files));
    // For some modules, esbuild writes a small file that only re-exports another file.
    const unusedPaths = writtenPaths.filter((path) => !usedPaths.has(path) && statSync(join(folder, path)).size > 1000);
    expect(unusedPaths).toEqual([]);
  });

  it('bundles load all their files, including those on demand', () => {
    const script = `
      for (const path of ${JSON.stringify(globSync('*/*.mjs', { cwd: folder }))}) {
        if (path.includes('-thread.mjs')) continue;
        const exported = await import('./' + path);
        if (path.endsWith('/index.mjs') && typeof exported.handler !== 'function') console.log(path);
      }`;
    const env = {
      AWS_REGION: 'us-east-1',
      AWS_ACCESS_KEY_ID: 'test',
      AWS_SECRET_ACCESS_KEY: 'test',
      TABLE_NAME: 'test',
    };
    const command = ['--input-type=module', '-e', script];

    const output = execFileSync(process.execPath, command, { cwd: folder, env, encoding: 'utf8' });

    expect(output).toBe('');
  });
});

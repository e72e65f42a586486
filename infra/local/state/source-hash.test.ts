/** Tests of the hash that identifies the sources and settings of a build. */
import { mkdirSync, mkdtempSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { getBuildEnvironment, hashSources } from './source-hash.ts';

let project: string;
beforeEach(() => {
  project = mkdtempSync(join(tmpdir(), 'fathom-sources-'));
  write('lambdas/like.ts', '1');
  write('package-lock.json', '{}');
});
afterEach(() => rmSync(project, { recursive: true, force: true }));

function write(path: string, content: string): void {
  mkdirSync(dirname(join(project, path)), { recursive: true });
  writeFileSync(join(project, path), content);
}

const paths = ['lambdas', 'package-lock.json', 'missing.json'];

/** Hashes the test's sources with these environment variables and settings. */
const hash = (environment: Record<string, string> = {}, settings: object = {}) =>
  hashSources({ project, paths, settings }, environment);

describe('hashSources', () => {
  it.each<[label: string, change: () => void]>([
    ['a file', () => write('lambdas/like.ts', '2')],
    ['a new file in a new folder', () => write('lambdas/new/post.ts', '')],
    ['a listed file', () => write('package-lock.json', '{ }')],
    ['a missing file that now exists', () => write('missing.json', 'missing')],
    [
      'the name of a file',
      () => {
        rmSync(join(project, 'lambdas/like.ts'));
        write('lambdas/lake.ts', '1');
      },
    ],
    [
      'the border between two files',
      () => {
        write('lambdas/like.ts', '');
        write('lambdas/mike.ts', '1');
      },
    ],
    ['a deleted file', () => rmSync(join(project, 'lambdas/like.ts'))],
  ])('changes the hash with %s', (_, change) => {
    const oldHash = hash();
    change();
    expect(hash()).not.toBe(oldHash);
  });

  it('changes the hash with the settings and with the environment variables of builds', () => {
    expect(hash({}, { emailVerification: 'required' })).not.toBe(hash());
    expect(hash({ FATHOM_SITE_ORIGIN: 'https://fathom.example' })).not.toBe(hash());
    expect(hash({ CDK_DEFAULT_REGION: 'a' })).not.toBe(hash({ CDK_DEFAULT_REGION: 'b' }));
  });

  it('ignores tests, build output, file times, and other variables', () => {
    const oldHash = hash();
    write('lambdas/like.test.ts', '');
    write('lambdas/page.test.tsx', '');
    write('lambdas/dist/index.js', '');
    write('other/like.ts', '');
    utimesSync(join(project, 'lambdas/like.ts'), 1, 1);

    expect(hash({ AWS_PROFILE: 'mine', PATH: '/bin' })).toBe(oldHash);
  });
});

describe('getBuildEnvironment', () => {
  it('passes builds only variables of the hash and of the system', () => {
    const variables = { PATH: '/bin', FATHOM_SITE_ORIGIN: 'https://fathom.example', AWS_PROFILE: 'mine', SECRET: 's' };
    expect(getBuildEnvironment(variables)).toEqual({ PATH: '/bin', FATHOM_SITE_ORIGIN: 'https://fathom.example' });
  });
});

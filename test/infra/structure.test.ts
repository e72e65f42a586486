import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { describe, expect, it } from 'vitest';

const ROOT = join(import.meta.dirname, '../..');

/**
 * The layers, each with those that it may import from (docs/adr/0001). `lambdas/*` stands for the capabilities and
 * the triggers.
 */
const MAY_IMPORT: Readonly<Record<string, readonly string[]>> = {
  shared: ['shared'],
  'lambdas/platform': ['shared', 'lambdas/platform'],
  'lambdas/table': ['shared', 'lambdas/platform', 'lambdas/table'],
  'lambdas/http': ['shared', 'lambdas/platform', 'lambdas/table', 'lambdas/http'],
  'lambdas/*': ['shared', 'lambdas/platform', 'lambdas/table', 'lambdas/http', 'lambdas/*'],
  infra: ['shared', 'lambdas/table', 'lambdas/*', 'infra'],
  bin: ['shared', 'infra', 'bin'],
  web: ['shared', 'web'],
};

/** What the capabilities stand on. */
const BELOW_CAPABILITIES = ['platform', 'table', 'http'];

const sources = Object.keys(MAY_IMPORT)
  .map((layer) => layer.split('/')[0]!)
  .filter((folder, index, all) => all.indexOf(folder) === index)
  .flatMap((folder) =>
    readdirSync(join(ROOT, folder), { recursive: true, encoding: 'utf8' }).map((file) => join(folder, file)),
  )
  .filter((file) => /\.tsx?$/.test(file) && !/\.d\.ts$|node_modules|web\/dist/.test(file))
  .map((file) => ({ file, text: readFileSync(join(ROOT, file), 'utf8') }));
const shipped = sources.filter(({ file }) => !/\.test\.tsx?$/.test(file));

describe('the structure', () => {
  it('has dependencies that point one way', () => {
    const wrong = shipped.flatMap(({ file, text }) =>
      importsOf(file, text)
        .filter((target) => !MAY_IMPORT[layerOf(file)]?.includes(layerOf(target)))
        .map((target) => `${file} imports ${target}`),
    );
    expect(wrong).toEqual([]);
  });

  it("keeps a capability's handlers to itself", () => {
    const handlers = new Set(shipped.filter(isHandler).map(({ file }) => file));
    const wrong = shipped.flatMap(({ file, text }) =>
      importsOf(file, text)
        .filter((target) => handlers.has(target))
        .map((target) => `${file} imports ${target}`),
    );
    expect(wrong).toEqual([]);
  });

  it('keeps web features apart', () => {
    const feature = (file: string) => /^web\/src\/features\/([^/]+)\//.exec(file)?.[1];
    const wrong = shipped.flatMap(({ file, text }) =>
      importsOf(file, text)
        .filter((target) => feature(file) && feature(target) && feature(file) !== feature(target))
        .map((target) => `${file} imports ${target}`),
    );
    expect(wrong).toEqual([]);
  });

  it('has no file of many rooms, and no handler that does more than hand over', () => {
    const lines = (text: string) => text.split('\n').length;
    expect(sources.filter(({ text }) => lines(text) > 320).map(({ file }) => file)).toEqual([]);
    const handlers = shipped.filter(isHandler);
    expect(handlers.filter(({ text }) => lines(text) > 40).map(({ file }) => file)).toEqual([]);
    const capabilities = handlers.filter(({ file }) => !file.startsWith('lambdas/triggers/'));
    expect(capabilities.filter(({ text }) => /process\.env|JSON\.parse|\btry\b|aws-sdk/.test(text))).toEqual([]);
  });

  it('has no room without a name of its own', () => {
    expect(sources.filter(({ file }) => /(^|\/)(utils?|helpers?|common|misc)(\/|\.tsx?$)/.test(file))).toEqual([]);
  });
});

function isHandler({ text }: { text: string }): boolean {
  return /^export const handler/m.test(text);
}

function layerOf(file: string): string {
  const [top = '', folder = ''] = file.split('/');
  if (top !== 'lambdas') return top;
  return folder && BELOW_CAPABILITIES.includes(folder) ? `lambdas/${folder}` : 'lambdas/*';
}

/** The project's own files that a file imports. */
function importsOf(file: string, text: string): string[] {
  return [...text.matchAll(/(?:from|import)\s*\(?\s*'(\.{1,2}\/[^']+)'/g)].map(([, path]) =>
    relative(ROOT, join(ROOT, dirname(file), path!)),
  );
}

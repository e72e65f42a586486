/**
 * Tests that bundles of functions contain the files that they load at run time: sharp's WebAssembly and the modules of
 * threads. Each bundle runs in a process outside the repository.
 */
import { execFileSync } from 'node:child_process';
import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { PNG } from 'pngjs';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { MOV } from '../test/support/media-corpus/ffmpeg-files.ts';
import { HEIC } from '../test/support/media-corpus/heic-picture.ts';
import { writeBundles } from './lambda-bundles.ts';

const NAME = 'triggers-process-media';

/** A folder outside the repository, so that bundles can't find packages of the repository. */
let folder: string;

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'fathom-function-files-'));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** A module with its bundle: the form, and the folder in which it is written. */
interface BundleOptions {
  readonly module: string;
  readonly form: 'deployed' | 'readable';
  readonly outdir: string;
}

/**
 * Bundles a module, and runs a script with its exports in its own process.
 *
 * @param script - an expression of `module`, the bundle's exports, and `readInput`, which reads a file of the folder
 * @returns the value of the expression
 */
function runBundle({ module, form, outdir }: BundleOptions, script: string): unknown {
  writeBundles({ [NAME]: module }, outdir, form);

  const bundleUrl = pathToFileURL(join(outdir, NAME, 'index.mjs')).href;
  const program = `
    const module = await import(${JSON.stringify(bundleUrl)});
    const readInput = (name) => process.getBuiltinModule('node:fs').readFileSync(name);
    console.log(JSON.stringify(await (${script})));
  `;
  const output = execFileSync(process.execPath, ['--input-type=module', '-e', program], {
    cwd: folder,
    encoding: 'utf8',
  });

  return JSON.parse(output);
}

/** Returns a script that renders a picture, and names the format of each rendition: bytes 8 to 12 of a WebP. */
const buildRendering = (file: string) => `module.renderPicture(readInput('${file}')).then((picture) => ({
  ...picture,
  renditions: picture.renditions.map(({ bytes }) => Buffer.from(bytes).toString('latin1', 8, 12)),
}))`;

describe.each(['deployed', 'readable'] as const)('a bundle of the form %s', (form) => {
  it('renders a picture from its own folder', () => {
    const png = new PNG({ width: 400, height: 300 });
    writeFileSync(join(folder, 'picture.png'), PNG.sync.write(png));

    const bundle = { module: 'lambdas/media/render-picture.ts', form, outdir: join(folder, form) };
    const picture = runBundle(bundle, buildRendering('picture.png'));

    expect(picture).toMatchObject({ renditions: ['WEBP', 'WEBP'] });
  });

  it('decodes a HEIC picture in a thread, from its own folder', () => {
    const outdir = join(folder, `${form}-heic`);
    writeFileSync(join(folder, 'picture.heic'), HEIC);

    const bundle = { module: 'lambdas/media/render-picture.ts', form, outdir };
    const picture = runBundle(bundle, buildRendering('picture.heic'));

    // Upright, although the picture is stored on its side.
    expect(picture).toMatchObject({ width: 64, height: 96, renditions: ['WEBP', 'WEBP'] });
    expect(readdirSync(join(outdir, NAME))).toContain('decode-heic-thread.mjs');
  });

  it('reads a video in a thread, from its own folder', () => {
    writeFileSync(join(folder, 'video.mov'), MOV);

    const bundle = { module: 'lambdas/media/timed-media.ts', form, outdir: join(folder, `${form}-video`) };
    const metadata = runBundle(
      bundle,
      `(() => {
        const bytes = new Uint8Array(readInput('video.mov'));
        return module.readTimedMediaInThread({ size: bytes.length, read: async (start, end) => bytes.slice(start, end) });
      })()`,
    );

    expect(metadata).toMatchObject({ width: expect.any(Number), durationSeconds: expect.any(Number) });
  });
});

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

describe.each(['deployed', 'readable'] as const)('a bundle of the form %s', (form) => {
  it('renders a picture from its own folder', () => {
    const outdir = join(folder, form);
    writeBundles({ [NAME]: 'lambdas/media/render-picture.ts' }, outdir, form);
    const png = new PNG({ width: 400, height: 300 });
    writeFileSync(join(folder, 'picture.png'), PNG.sync.write(png));
    const script = `
      const { renderPicture } = await import(${JSON.stringify(pathToFileURL(join(outdir, NAME, 'index.mjs')).href)});
      const image = await renderPicture(process.getBuiltinModule('node:fs').readFileSync('picture.png'));
      console.log(JSON.stringify(image.renditions.map(({ bytes }) => Buffer.from(bytes).toString('latin1', 8, 12))));
    `;

    const output = execFileSync(process.execPath, ['--input-type=module', '-e', script], {
      cwd: folder,
      encoding: 'utf8',
    });

    expect(JSON.parse(output)).toEqual(['WEBP', 'WEBP']);
  });

  it('decodes a HEIC picture in a thread, from its own folder', () => {
    const outdir = join(folder, `${form}-heic`);
    writeBundles({ [NAME]: 'lambdas/media/render-picture.ts' }, outdir, form);
    writeFileSync(join(folder, 'picture.heic'), HEIC);
    const script = `
      const { renderPicture } = await import(${JSON.stringify(pathToFileURL(join(outdir, NAME, 'index.mjs')).href)});
      const image = await renderPicture(process.getBuiltinModule('node:fs').readFileSync('picture.heic'));
      console.log(JSON.stringify({
        ...image,
        renditions: image.renditions.map(({ bytes }) => Buffer.from(bytes).toString('latin1', 8, 12)),
      }));
    `;

    const output = execFileSync(process.execPath, ['--input-type=module', '-e', script], {
      cwd: folder,
      encoding: 'utf8',
    });

    // Upright, although the picture is stored on its side.
    expect(JSON.parse(output)).toMatchObject({ width: 64, height: 96, renditions: ['WEBP', 'WEBP'] });
    expect(readdirSync(join(outdir, NAME))).toContain('decode-heic-thread.mjs');
  });

  it('reads a video in a thread, from its own folder', () => {
    const outdir = join(folder, `${form}-video`);
    writeBundles({ [NAME]: 'lambdas/media/timed-media.ts' }, outdir, form);
    writeFileSync(join(folder, 'video.mov'), MOV);
    const script = `
      const { readInThread } = await import(${JSON.stringify(pathToFileURL(join(outdir, NAME, 'index.mjs')).href)});
      const bytes = new Uint8Array(process.getBuiltinModule('node:fs').readFileSync('video.mov'));
      const read = async (start, end) => bytes.slice(start, end);
      console.log(JSON.stringify(await readInThread({ size: bytes.length, read })));
    `;

    const output = execFileSync(process.execPath, ['--input-type=module', '-e', script], {
      cwd: folder,
      encoding: 'utf8',
    });

    expect(JSON.parse(output)).toMatchObject({ width: expect.any(Number), durationSeconds: expect.any(Number) });
  });
});

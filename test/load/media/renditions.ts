/**
 * Part `renditions` of `npm run bench`: measures the size of the function that renders pictures, the time for its first
 * picture, and the time and memory by format and size. The deployed bundle renders each picture in its own process.
 */
import { execFileSync } from 'node:child_process';
import { mkdtempSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { writeBundles } from '../../../infra/lambda-bundles.ts';
import { loadSharp } from '../../../lambdas/media/load-sharp.ts';
import { formatNumber, formatTable } from '../report.ts';

/** Name of the function's bundle. */
const BUNDLE_NAME = 'triggers-process-media';
/** Number of processes that render each picture. */
const RUNS = 3;

const directory = mkdtempSync(join(tmpdir(), 'fathom-renditions-'));
process.on('exit', () => rmSync(directory, { recursive: true, force: true }));
writeBundles({ [BUNDLE_NAME]: 'lambdas/media/render-picture.ts' }, directory);
/** The folder of the function's bundle. */
const bundleFolder = join(directory, BUNDLE_NAME);

/** A script that imports the function, renders a small picture, and then renders the picture to measure. */
const SCRIPT = join(directory, 'render.mjs');
writeFileSync(
  SCRIPT,
  `import { readFileSync } from 'node:fs';
const [, , module, small, file] = process.argv;
const start = performance.now();
const { renderPicture } = await import(module);
await renderPicture(readFileSync(small));
const firstMs = performance.now() - start;
const bytes = readFileSync(file);
const { cpuUsage } = process;
const cpuBefore = cpuUsage();
const renderStart = performance.now();
const { renditions } = await renderPicture(bytes);
const { user, system } = cpuUsage(cpuBefore);
const { maxRSS } = process.resourceUsage();
const renditionBytes = renditions.map(({ bytes }) => bytes.length);
const renderMs = performance.now() - renderStart;
console.log(JSON.stringify({ firstMs, renderMs, cpuMs: (user + system) / 1000, maxRSS, renditionBytes }));
`,
);

/** The measurement of one process. */
interface Run {
  /** Milliseconds to import the function and render its first picture. */
  readonly firstMs: number;
  /** Milliseconds to render the measured picture. */
  readonly renderMs: number;
  /** Milliseconds of processor time, of all threads. */
  readonly cpuMs: number;
  /** Maximum resident memory, in kilobytes. */
  readonly maxRSS: number;
  /** Sizes of the renditions, in bytes. */
  readonly renditionBytes: readonly number[];
}

const sharp = await loadSharp();
/** The noise of a camera sensor. */
const noise = { type: 'gaussian', mean: 0, sigma: 8 } as const;

/** Widths and heights of the measured pictures, in pixels. */
const PICTURE_SIZES = [
  [2000, 1500],
  [4000, 3000],
] as const;
type Picture = Awaited<ReturnType<typeof drawDetailedPicture>>;

/** Functions that encode a picture, by the name of the format. */
const FORMATS = {
  JPEG: (image: Picture) => image.jpeg({ quality: 85 }),
  PNG: (image) => image.png({ compressionLevel: 3 }),
  WebP: (image) => image.webp({ quality: 82, effort: 1 }),
  AVIF: (image) => image.avif({ quality: 55, effort: 0 }),
} satisfies Record<string, (image: Picture) => unknown>;

/** The first picture that each process renders. Its time includes the import of the function. */
const smallPicture = join(directory, 'small.jpg');
writeFileSync(smallPicture, await (await drawDetailedPicture(320, 240)).jpeg().toBuffer());

const rows: string[][] = [];
const firstTimes: number[] = [];
for (const [width, height] of PICTURE_SIZES) {
  const picture = await (await drawDetailedPicture(width, height)).png({ compressionLevel: 1 }).toBuffer();

  for (const [format, encode] of Object.entries(FORMATS)) {
    const file = join(directory, `picture-${format}-${width}`);
    writeFileSync(file, await encode(sharp(picture)).toBuffer());

    const runs = Array.from({ length: RUNS }, () => render(file));
    firstTimes.push(...runs.map(({ firstMs }) => firstMs));
    rows.push([format, `${width} × ${height}`, ...formatRuns(runs, statSync(file).size, width * height)]);
  }
}

const files = readdirSync(bundleFolder, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
const bundleBytes = files.reduce((sum, { parentPath, name }) => sum + statSync(join(parentPath, name)).size, 0);

console.log(`\n## Renditions: the fastest of ${RUNS} new processes\n`);
console.log(`The function's folder is ${formatNumber(bundleBytes / 1e6)} MB. `);
console.log(`Import and first small picture: ${formatNumber(Math.min(...firstTimes))} ms.\n`);
console.log(formatTable(['Format', 'Pixels', 'MB', 'ms', 'CPU ms', 'per megapixel', 'RSS MB', 'Renditions, KB'], rows));

/** Returns a picture with as much detail as a photo: soft shapes, and the noise of a sensor. */
async function drawDetailedPicture(width: number, height: number) {
  const shapes = {
    create: {
      width: 16,
      height: 12,
      channels: 3 as const,
      background: '#246',
      noise: { ...noise, mean: 128, sigma: 60 },
    },
  };
  const softShapes = await sharp(await sharp(shapes).png().toBuffer())
    .resize(width, height, { kernel: 'cubic', fit: 'fill' })
    .png({ compressionLevel: 1 })
    .toBuffer();
  const grain = await sharp({ create: { width, height, channels: 3, background: '#000', noise } })
    .png({ compressionLevel: 1 })
    .toBuffer();

  return sharp(softShapes)
    .composite([{ input: grain, blend: 'add' }])
    .removeAlpha();
}

/** Renders a picture in a new process. */
function render(file: string): Run {
  const module = pathToFileURL(join(bundleFolder, 'index.mjs')).href;
  const args = [SCRIPT, module, smallPicture, file];
  return JSON.parse(execFileSync(process.execPath, args, { encoding: 'utf8' }));
}

/** Formats the cells about the runs of one picture, whose file has `fileBytes`. */
function formatRuns(runs: readonly Run[], fileBytes: number, pixels: number): string[] {
  // The fastest run is least affected by other load on the machine.
  const fastestRun = runs.toSorted((a, b) => a.renderMs - b.renderMs)[0]!;
  const megapixels = pixels / 1e6;

  return [
    formatNumber(fileBytes / 1e6),
    formatNumber(fastestRun.renderMs),
    formatNumber(fastestRun.cpuMs),
    formatNumber(fastestRun.cpuMs / megapixels),
    formatNumber(Math.max(...runs.map(({ maxRSS }) => maxRSS / 1000))),
    fastestRun.renditionBytes.map((bytes) => formatNumber(bytes / 1000)).join(', '),
  ];
}

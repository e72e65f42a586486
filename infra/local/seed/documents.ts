/*
 * Generates the documents, sounds, and archives of the demo community, so that the repository needn't contain them.
 */
import { buffer } from 'node:stream/consumers';
import { ZipFile } from 'yazl';
import { readMedia } from './media.ts';
import { createRandom } from './random.ts';

/** Size of a page in points: A4. */
const PAGE_WIDTH = 595;
const PAGE_HEIGHT = 842;

/** Distance of all texts from the left edge, in points. */
const LEFT_MARGIN = 60;

/** Sizes of the texts, and heights of their baselines above the bottom edge, in points. */
const HEADING = { size: 22, baseline: 760 };
const BODY = { size: 12, firstBaseline: 720, lineHeight: 18 };
const PAGE_NUMBER = { size: 10, baseline: 40 };

/** Creates a PDF with a heading on its first page, and one page for each list of lines. */
export function createPdf(title: string, pages: readonly (readonly string[])[]): Buffer {
  // Objects 1 to 3 are the catalogue, the list of pages, and the font. Each page is followed by its content.
  const pageIds = pages.map((_, index) => 4 + index * 2);

  return formatPdf([
    '<< /Type /Catalog /Pages 2 0 R >>',
    `<< /Type /Pages /Kids [${pageIds.map((id) => `${id} 0 R`).join(' ')}] /Count ${pages.length} >>`,
    '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>',
    ...pages.flatMap((lines, page) => {
      const contentId = pageIds[page]! + 1;
      const size = `/MediaBox [0 0 ${PAGE_WIDTH} ${PAGE_HEIGHT}]`;
      const font = '/Resources << /Font << /F1 3 0 R >> >>';

      const content = [
        ...(page === 0 ? [formatLine(title, HEADING.size, HEADING.baseline)] : []),
        ...lines.map((text, index) => formatLine(text, BODY.size, BODY.firstBaseline - index * BODY.lineHeight)),
        formatLine(`${page + 1} / ${pages.length}`, PAGE_NUMBER.size, PAGE_NUMBER.baseline),
      ].join('\n');

      return [
        `<< /Type /Page /Parent 2 0 R ${size} /Contents ${contentId} 0 R ${font} >>`,
        `<< /Length ${content.length} >>\nstream\n${content}\nendstream`,
      ];
    }),
  ]);
}

/** Returns the PDF operators that write one line of text. */
function formatLine(text: string, size: number, baseline: number): string {
  const escapedText = text.replace(/[\\()]/g, '\\$&');
  return `BT /F1 ${size} Tf ${LEFT_MARGIN} ${baseline} Td (${escapedText}) Tj ET`;
}

/** Joins the objects of a PDF, numbered from 1. The table at the end has the offset of each object. */
function formatPdf(objects: readonly string[]): Buffer {
  let pdf = '%PDF-1.4\n';
  const offsets = objects.map((object, index) => {
    const offset = pdf.length;
    pdf += `${index + 1} 0 obj\n${object}\nendobj\n`;
    return offset;
  });

  const tableOffset = pdf.length;
  const entries = offsets.map((offset) => `${String(offset).padStart(10, '0')} 00000 n \n`).join('');
  pdf += `xref\n0 ${objects.length + 1}\n0000000000 65535 f \n${entries}`;
  pdf += `trailer\n<< /Size ${objects.length + 1} /Root 1 0 R >>\nstartxref\n${tableOffset}\n%%EOF\n`;

  return Buffer.from(pdf, 'latin1');
}

type Sound = 'surf' | 'whale';

/** Samples per second. Half the rate of a CD is enough for these low sounds. */
const SAMPLE_RATE = 22_050;

const SAMPLE_BYTES = 2;

/** The sample of the loudest level. Below the maximum of 16 bits (32,767), so that players don't distort it. */
const MAX_SAMPLE = 30_000;

/** Length of a WAV file's header. The file's size in the header counts the bytes after its first eight. */
const WAV_HEADER_BYTES = 44;

/** Creates a WAV file with the sound of surf or of whale calls. */
export function createWav(sound: Sound, seconds: number, seed: number): Buffer {
  const sampleCount = SAMPLE_RATE * seconds;
  const nextLevel = createSynthesizer(sound, seed);
  const samples = Buffer.alloc(sampleCount * SAMPLE_BYTES);

  for (let index = 0; index < sampleCount; index++) {
    const level = Math.max(-1, Math.min(1, nextLevel(index / SAMPLE_RATE)));
    samples.writeInt16LE(Math.round(level * MAX_SAMPLE), index * SAMPLE_BYTES);
  }

  return Buffer.concat([createWavHeader(samples.length), samples]);
}

function createWavHeader(dataBytes: number): Buffer {
  const header = Buffer.alloc(WAV_HEADER_BYTES);
  header.write('RIFF', 0, 'latin1');
  header.writeUInt32LE(WAV_HEADER_BYTES - 8 + dataBytes, 4);
  header.write('WAVEfmt ', 8, 'latin1');

  // The length of this part, and then the format: 1 is uncompressed.
  header.writeUInt32LE(16, 16);
  header.writeUInt16LE(1, 20);
  // One channel.
  header.writeUInt16LE(1, 22);
  header.writeUInt32LE(SAMPLE_RATE, 24);
  header.writeUInt32LE(SAMPLE_RATE * SAMPLE_BYTES, 28);
  header.writeUInt16LE(SAMPLE_BYTES, 32);
  // Bits per sample.
  header.writeUInt16LE(SAMPLE_BYTES * 8, 34);

  header.write('data', 36, 'latin1');
  header.writeUInt32LE(dataBytes, 40);
  return header;
}

/**
 * Returns a function that computes the level of a sound at a time in seconds, about -1 to 1. Call it once for each
 * sample, in order. The numbers only shape the sound.
 */
function createSynthesizer(sound: Sound, seed: number): (time: number) => number {
  const nextRandom = createRandom(seed);
  let noise = 0;
  let phase = 0;

  return (time) => {
    // Each value depends on the one before, which makes the noise as soft as that of water.
    noise = noise * 0.97 + (nextRandom() - 0.5) * 0.06;
    if (sound === 'surf') {
      // Two slow waves make the noise louder and softer.
      const swell = 0.35 + 0.3 * Math.sin(time * 0.9) + 0.2 * Math.sin(time * 0.37 + seed);
      return noise * 3 * swell;
    }

    // A tone that glides and trembles around 110 Hz, with a pause after each call.
    const frequency = 110 + 70 * Math.sin(time * 1.3) + 25 * Math.sin(time * 5);
    phase += (2 * Math.PI * frequency) / SAMPLE_RATE;
    const volume = Math.max(0, Math.sin(time * 0.6)) ** 3;
    return noise * 0.5 + 0.4 * volume * Math.sin(phase);
  };
}

/** Local time without a time zone, so that the archive is the same everywhere. */
const ZIP_TIME = new Date(2026, 7, 8, 12);

/** Creates a ZIP archive of files from the folder `media`. */
export async function createZip(names: readonly string[]): Promise<Buffer> {
  const archive = new ZipFile();
  for (const name of names) {
    archive.addBuffer(await readMedia(name), name, { mtime: ZIP_TIME, forceDosTimestamp: true });
  }

  archive.end();
  return buffer(archive.outputStream);
}

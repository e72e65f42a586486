import { buffer } from 'node:stream/consumers';
import { ZipFile } from 'yazl';
import { readMedia } from './media.ts';
import { createRandom } from './random.ts';

/** Creates a PDF with a heading on its first page, and one page for each list of lines. */
export function createPdf(title: string, pages: readonly (readonly string[])[]): Buffer {
  const escapeText = (text: string) => text.replace(/[\\()]/g, '\\$&');
  const line = (text: string, size: number, y: number) => `BT /F1 ${size} Tf 60 ${y} Td (${escapeText(text)}) Tj ET`;
  // Objects 1 to 3 are the catalogue, the list of pages, and the font. Each page is followed by its content.
  const pageIds = pages.map((_, index) => 4 + index * 2);
  const objects = [
    '<< /Type /Catalog /Pages 2 0 R >>',
    `<< /Type /Pages /Kids [${pageIds.map((id) => `${id} 0 R`).join(' ')}] /Count ${pages.length} >>`,
    '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>',
    ...pages.flatMap((lines, page) => {
      const content = [
        ...(page === 0 ? [line(title, 22, 760)] : []),
        ...lines.map((text, index) => line(text, 12, 720 - index * 18)),
        line(`${page + 1} / ${pages.length}`, 10, 40),
      ].join('\n');
      return [
        `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] /Contents ${5 + page * 2} 0 R /Resources << /Font << /F1 3 0 R >> >> >>`,
        `<< /Length ${content.length} >>\nstream\n${content}\nendstream`,
      ];
    }),
  ];

  let text = '%PDF-1.4\n';
  const offsets = objects.map((object, index) => {
    const offset = text.length;
    text += `${index + 1} 0 obj\n${object}\nendobj\n`;
    return offset;
  });

  const tableOffset = text.length;
  const entries = offsets.map((offset) => `${String(offset).padStart(10, '0')} 00000 n \n`).join('');

  text += `xref\n0 ${objects.length + 1}\n0000000000 65535 f \n${entries}`;
  text += `trailer\n<< /Size ${objects.length + 1} /Root 1 0 R >>\nstartxref\n${tableOffset}\n%%EOF\n`;

  return Buffer.from(text, 'latin1');
}

/** Creates a WAV file with the sound of surf or of whale calls. */
export function createWav(sound: 'surf' | 'whale', seconds: number, seed: number): Buffer {
  const sampleRate = 22_050;
  const sampleCount = sampleRate * seconds;
  const data = Buffer.alloc(44 + sampleCount * 2);

  data.write('RIFF', 0, 'latin1');
  data.writeUInt32LE(36 + sampleCount * 2, 4);
  data.write('WAVEfmt ', 8, 'latin1');
  // The format's size, then uncompressed, one channel, sample rate, bytes per second, bytes per sample, and 16 bits.
  data.writeUInt32LE(16, 16);
  data.set(new Uint8Array(new Uint16Array([1, 1]).buffer), 20);
  data.set(new Uint8Array(new Uint32Array([sampleRate, sampleRate * 2]).buffer), 24);
  data.set(new Uint8Array(new Uint16Array([2, 16]).buffer), 32);
  data.write('data', 36, 'latin1');
  data.writeUInt32LE(sampleCount * 2, 40);

  const nextRandom = createRandom(seed);
  let noise = 0;
  let phase = 0;

  for (let index = 0; index < sampleCount; index++) {
    const time = index / sampleRate;
    noise = noise * 0.97 + (nextRandom() - 0.5) * 0.06;
    const swell = 0.35 + 0.3 * Math.sin(time * 0.9) + 0.2 * Math.sin(time * 0.37 + seed);
    const call = Math.max(0, Math.sin(time * 0.6)) ** 3;
    phase += (2 * Math.PI * (110 + 70 * Math.sin(time * 1.3) + 25 * Math.sin(time * 5))) / sampleRate;
    const level = sound === 'surf' ? noise * 3 * swell : noise * 0.5 + 0.4 * call * Math.sin(phase);
    data.writeInt16LE(Math.round(Math.max(-1, Math.min(1, level)) * 30_000), 44 + index * 2);
  }

  return data;
}

/** Local time without a time zone, so that the archive is the same everywhere. */
const ZIP_TIME = new Date(2026, 7, 8, 12);

/** Creates a ZIP archive of files from the folder `media`. */
export async function createZip(names: readonly string[]): Promise<Buffer> {
  const archive = new ZipFile();
  for (const name of names)
    archive.addBuffer(await readMedia(name), name, { mtime: ZIP_TIME, forceDosTimestamp: true });
  archive.end();
  return buffer(archive.outputStream);
}

import { buffer } from 'node:stream/consumers';
import { ZipFile } from 'yazl';
import { createRandom } from './random.ts';

/** Creates a one-page PDF with a heading and lines of text. */
export function createPdf(title: string, lines: readonly string[]): Buffer {
  const escapeText = (text: string) => text.replace(/[\\()]/g, '\\$&');
  const content = [
    `BT /F1 22 Tf 60 760 Td (${escapeText(title)}) Tj ET`,
    ...lines.map((line, index) => `BT /F1 12 Tf 60 ${720 - index * 18} Td (${escapeText(line)}) Tj ET`),
  ].join('\n');
  const objects = [
    '<< /Type /Catalog /Pages 2 0 R >>',
    '<< /Type /Pages /Kids [3 0 R] /Count 1 >>',
    '<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] /Contents 4 0 R /Resources << /Font << /F1 5 0 R >> >> >>',
    `<< /Length ${content.length} >>\nstream\n${content}\nendstream`,
    '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>',
  ];
  let text = '%PDF-1.4\n';
  const offsets = objects.map((object, index) => {
    const offset = text.length;
    text += `${index + 1} 0 obj\n${object}\nendobj\n`;
    return offset;
  });
  const table = text.length;
  const entries = offsets.map((offset) => `${String(offset).padStart(10, '0')} 00000 n \n`).join('');
  text += `xref\n0 ${objects.length + 1}\n0000000000 65535 f \n${entries}`;
  text += `trailer\n<< /Size ${objects.length + 1} /Root 1 0 R >>\nstartxref\n${table}\n%%EOF\n`;
  return Buffer.from(text, 'latin1');
}

/** Creates a WAV file with the sound of surf or of whale calls. */
export function createWav(sound: 'surf' | 'whale', seconds: number, seed: number): Buffer {
  const rate = 22_050;
  const samples = rate * seconds;
  const data = Buffer.alloc(44 + samples * 2);
  data.write('RIFF', 0, 'latin1');
  data.writeUInt32LE(36 + samples * 2, 4);
  data.write('WAVEfmt ', 8, 'latin1');
  // The format's size, then uncompressed, one channel, rate, bytes per second, bytes per sample, and 16 bits.
  data.writeUInt32LE(16, 16);
  data.set(new Uint8Array(new Uint16Array([1, 1]).buffer), 20);
  data.set(new Uint8Array(new Uint32Array([rate, rate * 2]).buffer), 24);
  data.set(new Uint8Array(new Uint16Array([2, 16]).buffer), 32);
  data.write('data', 36, 'latin1');
  data.writeUInt32LE(samples * 2, 40);
  const next = createRandom(seed);
  let noise = 0;
  let phase = 0;
  for (let index = 0; index < samples; index++) {
    const time = index / rate;
    noise = noise * 0.97 + (next() - 0.5) * 0.06;
    const swell = 0.35 + 0.3 * Math.sin(time * 0.9) + 0.2 * Math.sin(time * 0.37 + seed);
    const call = Math.max(0, Math.sin(time * 0.6)) ** 3;
    phase += (2 * Math.PI * (110 + 70 * Math.sin(time * 1.3) + 25 * Math.sin(time * 5))) / rate;
    const level = sound === 'surf' ? noise * 3 * swell : noise * 0.5 + 0.4 * call * Math.sin(phase);
    data.writeInt16LE(Math.round(Math.max(-1, Math.min(1, level)) * 30_000), 44 + index * 2);
  }
  return data;
}

/** Creates a ZIP archive of photos. */
export async function createZip(photos: number, createPhoto: (index: number) => Buffer): Promise<Buffer> {
  const archive = new ZipFile();
  for (let index = 0; index < photos; index++) archive.addBuffer(createPhoto(index), `photo-${index + 1}.png`);
  archive.end();
  return buffer(archive.outputStream);
}

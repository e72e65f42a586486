import { createHash, randomBytes } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { readFile, writeFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import yazl from 'yazl';
import { PDF, pngOf } from '../../support/sample-files.ts';

/** A file on disk that a journey takes along. */
export interface SampleFile {
  readonly name: string;
  readonly path: string;
  readonly bytes: number;
  readonly sha256: string;
}

const ZIP_CONTENT_BYTES = 60 * 1024 * 1024;

/**
 * A picture, a document, a film and a 60 MB archive, made anew in a folder. Every name ends with `mark`, which tells
 * them from the files of others.
 */
export async function createSampleFiles(folder: string, mark: string): Promise<SampleFile[]> {
  const picture = join(folder, `coral ${mark}.png`);
  const document = join(folder, `dive log ${mark}.pdf`);
  const film = join(folder, `manta ${mark}.mp4`);
  const archive = join(folder, `survey ${mark}.zip`);
  await Promise.all([
    writeFile(picture, pngOf(200_000)),
    writeFile(document, PDF),
    writeFile(film, filmOf(2_500_000)),
    writeArchive(archive, ZIP_CONTENT_BYTES),
  ]);
  return Promise.all([picture, document, film, archive].map(describe));
}

export function sha256(bytes: Uint8Array): string {
  return createHash('sha256').update(bytes).digest('hex');
}

async function describe(path: string): Promise<SampleFile> {
  const content = await readFile(path);
  return { name: basename(path), path, bytes: content.length, sha256: sha256(content) };
}

/** An MP4 file: its type, a header of a film without tracks, and media data. */
function filmOf(mediaBytes: number): Buffer {
  const header = Buffer.alloc(100);
  header.writeUInt32BE(1000, 12); // ticks a second
  header.writeUInt32BE(0x00010000, 20); // normal speed
  header.writeUInt16BE(0x0100, 24); // full volume
  header.writeUInt32BE(1, 96); // next track
  const type = Buffer.from('isom\x00\x00\x02\x00isomiso2mp41', 'latin1');
  return Buffer.concat([box('ftyp', type), box('moov', box('mvhd', header)), box('mdat', randomBytes(mediaBytes))]);
}

function box(type: string, content: Buffer): Buffer {
  const head = Buffer.alloc(8);
  head.writeUInt32BE(head.length + content.length, 0);
  head.write(type, 4, 'latin1');
  return Buffer.concat([head, content]);
}

/** An archive so large that it goes up in parts. */
export async function createArchive(folder: string, name: string, contentBytes: number): Promise<SampleFile> {
  const path = join(folder, name);
  await writeArchive(path, contentBytes);
  return describe(path);
}

async function writeArchive(path: string, contentBytes: number): Promise<void> {
  const archive = new yazl.ZipFile();
  archive.addBuffer(randomBytes(contentBytes), 'soundings.bin', { compress: false });
  archive.end();
  await pipeline(archive.outputStream, createWriteStream(path));
}

import { createHash, randomBytes } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { readFile, writeFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import yazl from 'yazl';
import { createPng, PDF } from '../../support/sample-files.ts';

/** A file on disk to upload. */
export interface SampleFile {
  readonly name: string;
  readonly path: string;
  /** In bytes. */
  readonly size: number;
  readonly sha256: string;
}

const ZIP_CONTENT_BYTES = 60 * 1024 * 1024;

/**
 * Creates a picture, a PDF, a video, and a 60 MB archive in a folder.
 *
 * Every name contains `mark`, so that a test finds them among the files of other tests.
 */
export async function createSampleFiles(folder: string, mark: string): Promise<SampleFile[]> {
  const picture = join(folder, `coral ${mark}.png`);
  const document = join(folder, `dive log ${mark}.pdf`);
  const video = join(folder, `manta ${mark}.mp4`);
  const archive = join(folder, `survey ${mark}.zip`);

  await Promise.all([
    writeFile(picture, createPng(200_000)),
    writeFile(document, PDF),
    writeFile(video, createMp4(2_500_000)),
    writeArchive(archive, ZIP_CONTENT_BYTES),
  ]);

  return Promise.all([picture, document, video, archive].map(describeFile));
}

/** Returns the SHA-256 checksum in hexadecimal. */
export function sha256(bytes: Uint8Array): string {
  return createHash('sha256').update(bytes).digest('hex');
}

/** Returns the description of a file on disk. */
async function describeFile(path: string): Promise<SampleFile> {
  const content = await readFile(path);
  return { name: basename(path), path, size: content.length, sha256: sha256(content) };
}

/** Returns an MP4 file with a header, no tracks, and random media data. */
function createMp4(mediaBytes: number): Buffer {
  const header = Buffer.alloc(100);
  header.writeUInt32BE(1000, 12); // ticks per second
  header.writeUInt32BE(0x00010000, 20); // normal speed
  header.writeUInt16BE(0x0100, 24); // full volume
  header.writeUInt32BE(1, 96); // ID of the next track
  const type = Buffer.from('isom\x00\x00\x02\x00isomiso2mp41', 'latin1');

  return Buffer.concat([
    createBox('ftyp', type),
    createBox('moov', createBox('mvhd', header)),
    createBox('mdat', randomBytes(mediaBytes)),
  ]);
}

function createBox(type: string, content: Buffer): Buffer {
  const head = Buffer.alloc(8);
  head.writeUInt32BE(head.length + content.length, 0);
  head.write(type, 4, 'latin1');
  return Buffer.concat([head, content]);
}

/** Creates an archive that is large enough to be uploaded in parts. */
export async function createArchive(folder: string, name: string, contentBytes: number): Promise<SampleFile> {
  const path = join(folder, name);
  await writeArchive(path, contentBytes);
  return describeFile(path);
}

async function writeArchive(path: string, contentBytes: number): Promise<void> {
  const archive = new yazl.ZipFile();
  archive.addBuffer(randomBytes(contentBytes), 'soundings.bin', { compress: false });
  archive.end();
  await pipeline(archive.outputStream, createWriteStream(path));
}

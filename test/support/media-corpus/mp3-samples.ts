import type { ContainerSample } from './container-sample.ts';
import { toBytes } from './iso-boxes.ts';
import { insertSegments, segment } from './jpeg-samples.ts';
import { SECRET } from './media-sample.ts';
import { createPicture } from './pictures.ts';

/** Returns frames of MPEG 1 layer III at 32 kbit/s and 44.1 kHz, of 104 bytes each. */
export function createFrames(count: number): Buffer {
  return Buffer.concat(
    Array.from({ length: count }, (_, index) => toBytes('\xff\xfb\x10\xc4', Buffer.alloc(100, (index % 200) + 1))),
  );
}

/** Returns a size as ID3v2.4 writes it: four bytes with seven bits each. */
const synchsafe = (size: number) => Buffer.from([21, 14, 7, 0].map((shift) => (size >> shift) & 127));

/** Returns a frame of an ID3v2 tag. `major` is the version after the dot: 2, 3, or 4. */
function frame(major: number, id: string, content: Uint8Array, flags = 0): Buffer {
  if (major === 2) return toBytes(id, toBytes(content.length).subarray(1), content);
  return toBytes(id, major === 4 ? synchsafe(content.length) : content.length, Buffer.from([0, flags]), content);
}

interface TagOptions {
  readonly flags?: number;
  readonly extended?: Buffer;
  readonly padding?: number;
  readonly footer?: boolean;
}

function tag(
  major: number,
  frames: readonly Buffer[],
  { flags = 0, extended, padding = 0, footer }: TagOptions = {},
): Buffer {
  let body: Buffer = toBytes(extended ?? '', ...frames, Buffer.alloc(padding));
  if (flags & 0x80) body = Buffer.from(body.toString('latin1').replaceAll('\xff', '\xff\0'), 'latin1');
  const allFlags = (flags | (extended ? 0x40 : 0) | (footer ? 0x10 : 0)) & 0xff;
  const description = toBytes(Buffer.from([major, 0, allFlags]), synchsafe(body.length));
  return toBytes('ID3', description, body, ...(footer ? ['3DI', description] : []));
}

function apeTag(): Buffer {
  const item = toBytes(Buffer.from([SECRET.length, 0, 0, 0, 0, 0, 0, 0]), 'Comment\0', SECRET);
  const buildEdge = (flags: number) => {
    const bytes = Buffer.alloc(32);
    bytes.write('APETAGEX', 'latin1');
    bytes.writeUInt32LE(2000, 8);
    bytes.writeUInt32LE(item.length + 32, 12);
    bytes.writeUInt32LE(1, 16);
    bytes.writeUInt32LE(flags, 20);
    return bytes;
  };

  // A header and a footer, which differ only in their flags.
  return toBytes(buildEdge(0xa0000000), item, buildEdge(0x80000000));
}

function lyrics(): Buffer {
  const body = `LYRICSBEGINLYR00012${SECRET}`;
  return Buffer.from(`${body}${String(body.length).padStart(6, '0')}LYRICS200`);
}

/** Returns an ID3v1 tag. */
function id3v1Tag(): Buffer {
  return toBytes(
    'TAG',
    'Whales'.padEnd(30, '\0'),
    'Pod'.padEnd(30, '\0'),
    `Sea\0${SECRET}`.padEnd(30, '\0'),
    '2019',
    SECRET.padEnd(28, '\0'),
    '\0\x07\x0c',
  );
}

/** Returns the samples of MP3. */
export async function createMp3Samples(): Promise<ContainerSample[]> {
  const jpeg = await createPicture().jpeg().toBuffer();
  const cover = insertSegments(jpeg, segment(0xfe, SECRET));
  const audio = createFrames(12);
  // The first byte says that the text is in Latin-1.
  const text = (value: string) => Buffer.from(`\0${value}`, 'latin1');

  const frames = (major: number) => [
    frame(major, major === 2 ? 'TT2' : 'TIT2', text('Song of the whales')),
    frame(major, major === 2 ? 'TXX' : 'TXXX', text(`key\0${SECRET}`)),
    frame(major, major === 2 ? 'COM' : 'COMM', text(`eng\0${SECRET}`)),
    frame(major, major === 2 ? 'UFI' : 'PRIV', text(`${SECRET}@example.com\0${SECRET}`)),
    frame(
      major,
      major === 2 ? 'PIC' : 'APIC',
      toBytes(major === 2 ? '\0JPG' : '\0image/jpeg\0', '\x03', `${SECRET}\0`, cover),
    ),
  ];

  const keeps = [audio, Buffer.from('Song of the whales'), jpeg];
  const sample = (name: string, bytes: Buffer, keptParts: readonly Uint8Array[] = keeps): ContainerSample => ({
    name: `MP3 ${name}`,
    contentType: 'audio/mpeg',
    bytes: new Uint8Array(bytes),
    removes: ['personal'],
    keeps: keptParts,
  });

  const groupedFrame = frame(4, 'TPE1', toBytes('\x01', synchsafe(4), text('Pod')), 0x41);
  return [
    sample('with ID3v2.2', toBytes(tag(2, frames(2)), audio)),
    sample('with ID3v2.3 and padding', toBytes(tag(3, frames(3), { padding: 50 }), audio)),
    sample('with ID3v2.3 unsynchronised', toBytes(tag(3, frames(3), { flags: 0x80 }), audio)),
    sample(
      'with ID3v2.3 and an extended header',
      toBytes(tag(3, frames(3), { extended: toBytes(6, Buffer.alloc(6)) }), audio),
    ),
    sample('with ID3v2.4 and a footer', toBytes(tag(4, [...frames(4), groupedFrame], { footer: true }), audio)),
    sample('with two tags', toBytes(tag(4, frames(4)), tag(3, frames(3)), audio)),
    sample('with APE, Lyrics3, and ID3v1', toBytes(audio, apeTag(), lyrics(), id3v1Tag()), [
      audio,
      Buffer.from('Whales'),
    ]),
    sample('with APE at the start', toBytes(apeTag(), audio), [audio]),
    sample('with a tag between frames', toBytes(createFrames(6), tag(3, frames(3)), createFrames(6)), [
      createFrames(6),
    ]),
    sample('with trailing data', toBytes(audio, `${SECRET} `.repeat(20)), [audio]),
    sample('with bytes before the frames', toBytes(tag(3, [frames(3)[0]!]), SECRET, audio), [audio]),
  ];
}

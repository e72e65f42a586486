import type { ContainerSample } from './container-sample.ts';
import { toBytes } from './iso-boxes.ts';
import { COM, insertSegments, segment } from './jpeg-samples.ts';
import { SECRET } from './media-sample.ts';
import { createPicture } from './pictures.ts';

/** The header of a frame of MPEG 1 layer III at 32 kbit/s and 44.1 kHz, which has 104 bytes with its header. */
const AUDIO_FRAME_HEADER = '\xff\xfb\x10\xc4';

/** The flags of an ID3v2 tag. */
const UNSYNCHRONIZED = 0x80;
const EXTENDED_HEADER = 0x40;
const FOOTER = 0x10;

/** The flags of an ID3v2.4 frame that begins with the byte of its group, and then its length. */
const GROUP_AND_DATA_LENGTH = 0x41;

/** The flags at the two ends of an APEv2 tag. */
const APE_HEADER = 0xa0000000;
const APE_FOOTER = 0x80000000;

/** Size of the header and of the footer of an APEv2 tag, in bytes. */
const APE_HEADER_BYTES = 32;

/** The version of an ID3v2 tag: the number after the dot. */
type Id3Version = 2 | 3 | 4;

/** Returns audio frames. Their content differs, and is never 0xff, with which a header starts. */
export function createAudioFrames(count: number): Buffer {
  return Buffer.concat(
    Array.from({ length: count }, (_, index) => toBytes(AUDIO_FRAME_HEADER, Buffer.alloc(100, (index % 200) + 1))),
  );
}

/** Returns a size as ID3v2.4 writes it: four bytes with seven bits each. */
const toSynchsafe = (size: number) => Buffer.from([21, 14, 7, 0].map((shift) => (size >> shift) & 127));

/** Returns a text of an ID3v2 frame. The first byte says that it is in Latin-1. */
const encodeText = (value: string) => Buffer.from(`\0${value}`, 'latin1');

/** Returns a frame of an ID3v2 tag. Version 2 has no flags and a size of three bytes. */
function buildTagFrame(version: Id3Version, id: string, content: Uint8Array, flags = 0): Buffer {
  if (version === 2) return toBytes(id, toBytes(content.length).subarray(1), content);
  return toBytes(id, version === 4 ? toSynchsafe(content.length) : content.length, Buffer.from([0, flags]), content);
}

/** Returns the frames of a tag: a title, which stays, three frames with the secret, and a cover. */
function buildTagFrames(version: Id3Version, cover: Uint8Array): Buffer[] {
  const ids =
    version === 2
      ? { title: 'TT2', text: 'TXX', comment: 'COM', owner: 'UFI', picture: 'PIC' }
      : { title: 'TIT2', text: 'TXXX', comment: 'COMM', owner: 'PRIV', picture: 'APIC' };

  return [
    buildTagFrame(version, ids.title, encodeText('Song of the whales')),
    buildTagFrame(version, ids.text, encodeText(`key\0${SECRET}`)),
    buildTagFrame(version, ids.comment, encodeText(`eng\0${SECRET}`)),
    buildTagFrame(version, ids.owner, encodeText(`${SECRET}@example.com\0${SECRET}`)),
    buildTagFrame(
      version,
      ids.picture,
      toBytes(version === 2 ? '\0JPG' : '\0image/jpeg\0', '\x03', `${SECRET}\0`, cover),
    ),
  ];
}

/** The optional parts of an ID3v2 tag. */
interface TagOptions {
  readonly isUnsynchronized?: boolean;
  readonly extendedHeader?: Buffer;
  /** Number of zeros after the frames. */
  readonly padding?: number;
  readonly hasFooter?: boolean;
}

/** Returns an ID3v2 tag. A footer repeats the header, with another name. */
function buildId3v2Tag(
  version: Id3Version,
  frames: readonly Buffer[],
  { isUnsynchronized, extendedHeader, padding = 0, hasFooter }: TagOptions = {},
): Buffer {
  let body: Buffer = toBytes(extendedHeader ?? '', ...frames, Buffer.alloc(padding));
  // A zero after each 0xff, so that no bytes of the tag look like the header of an audio frame.
  if (isUnsynchronized) body = Buffer.from(body.toString('latin1').replaceAll('\xff', '\xff\0'), 'latin1');

  const flags =
    (isUnsynchronized ? UNSYNCHRONIZED : 0) | (extendedHeader ? EXTENDED_HEADER : 0) | (hasFooter ? FOOTER : 0);
  const description = toBytes(Buffer.from([version, 0, flags]), toSynchsafe(body.length));
  return toBytes('ID3', description, body, ...(hasFooter ? ['3DI', description] : []));
}

/** Returns an APEv2 tag with one comment. Its header and its footer differ only in their flags. */
function buildApeTag(): Buffer {
  const item = toBytes(Buffer.from([SECRET.length, 0, 0, 0, 0, 0, 0, 0]), 'Comment\0', SECRET);

  const buildEdge = (flags: number) => {
    const bytes = Buffer.alloc(APE_HEADER_BYTES);
    bytes.write('APETAGEX', 'latin1');
    // Version 2.000, the size without the header, and the number of items.
    bytes.writeUInt32LE(2000, 8);
    bytes.writeUInt32LE(item.length + APE_HEADER_BYTES, 12);
    bytes.writeUInt32LE(1, 16);
    bytes.writeUInt32LE(flags, 20);
    return bytes;
  };

  return toBytes(buildEdge(APE_HEADER), item, buildEdge(APE_FOOTER));
}

/** Returns a Lyrics3 tag with one field. Its size, without the last 15 bytes, is in six digits. */
function buildLyricsTag(): Buffer {
  const body = `LYRICSBEGINLYR${String(SECRET.length).padStart(5, '0')}${SECRET}`;
  return Buffer.from(`${body}${String(body.length).padStart(6, '0')}LYRICS200`);
}

/** Returns an ID3v1 tag: title, performer, album, year, comment, track 7, and genre 12. */
function buildId3v1Tag(): Buffer {
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
  const cleanCover = await createPicture().jpeg().toBuffer();
  const coverWithSecret = insertSegments(cleanCover, segment(COM, SECRET));
  const audio = createAudioFrames(12);
  const tagFrames = (version: Id3Version) => buildTagFrames(version, coverWithSecret);

  const titleAudioAndCover = [audio, Buffer.from('Song of the whales'), cleanCover];
  const toSample = (
    name: string,
    bytes: Buffer,
    keeps: readonly Uint8Array[] = titleAudioAndCover,
  ): ContainerSample => ({
    name: `MP3 ${name}`,
    contentType: 'audio/mpeg',
    bytes: new Uint8Array(bytes),
    removes: ['personal'],
    keeps,
  });

  const groupedFrame = buildTagFrame(
    4,
    'TPE1',
    toBytes('\x01', toSynchsafe(4), encodeText('Pod')),
    GROUP_AND_DATA_LENGTH,
  );
  // The size of what follows: two bytes of flags, and four bytes for the size of the padding.
  const extendedHeader = toBytes(6, Buffer.alloc(6));
  const halfOfAudio = createAudioFrames(6);

  return [
    toSample('with ID3v2.2', toBytes(buildId3v2Tag(2, tagFrames(2)), audio)),
    toSample('with ID3v2.3 and padding', toBytes(buildId3v2Tag(3, tagFrames(3), { padding: 50 }), audio)),
    toSample('with ID3v2.3 unsynchronized', toBytes(buildId3v2Tag(3, tagFrames(3), { isUnsynchronized: true }), audio)),
    toSample('with ID3v2.3 and an extended header', toBytes(buildId3v2Tag(3, tagFrames(3), { extendedHeader }), audio)),
    toSample(
      'with ID3v2.4 and a footer',
      toBytes(buildId3v2Tag(4, [...tagFrames(4), groupedFrame], { hasFooter: true }), audio),
    ),
    toSample('with two tags', toBytes(buildId3v2Tag(4, tagFrames(4)), buildId3v2Tag(3, tagFrames(3)), audio)),
    toSample('with APE, Lyrics3, and ID3v1', toBytes(audio, buildApeTag(), buildLyricsTag(), buildId3v1Tag()), [
      audio,
      Buffer.from('Whales'),
    ]),
    toSample('with APE at the start', toBytes(buildApeTag(), audio), [audio]),
    toSample('with a tag between frames', toBytes(halfOfAudio, buildId3v2Tag(3, tagFrames(3)), halfOfAudio), [
      halfOfAudio,
    ]),
    toSample('with trailing data', toBytes(audio, `${SECRET} `.repeat(20)), [audio]),
    toSample('with bytes before the frames', toBytes(buildId3v2Tag(3, [tagFrames(3)[0]!]), SECRET, audio), [audio]),
  ];
}

/**
 * Movies and songs in MP4 and MOV whose frames and samples can be decoded, written by mediabunny and FFmpeg. The frames
 * are AV1, and the sound is PCM. `movie-samples.ts` has more kinds of structure, with placeholders as media data.
 */
import {
  BufferTarget,
  EncodedAudioPacketSource,
  EncodedPacket,
  EncodedVideoPacketSource,
  type MetadataTags,
  MovOutputFormat,
  Mp4OutputFormat,
  Output,
  TextSubtitleSource,
} from 'mediabunny';
import type { ContainerSample } from './container-sample.ts';
import { type CodedPicture, readCodedPicture } from './decodable-heif.ts';
import { createExif } from './exif-block.ts';
import { MOV } from './ffmpeg-files.ts';
import { box, toBytes } from './iso-boxes.ts';
import { APP1, COM, insertSegments, segment } from './jpeg-samples.ts';
import { SECRET } from './media-sample.ts';
import { QUICKTIME_KEYS, USER_DATA, UUID_XMP } from './movie-metadata.ts';
import { createPicture } from './pictures.ts';

/** Duration of a frame and of its sound, in seconds. */
const FRAME_SECONDS = 0.1;

/** Sound samples per second. */
const SAMPLE_RATE = 8000;

/** Returns an intra frame of AV1: the coded picture of an AVIF. */
export async function createFrame(shift: number): Promise<CodedPicture> {
  return readCodedPicture(Buffer.from(await createPicture(shift).avif({ quality: 60 }).toBuffer()), 'avif');
}

/** Returns the sound of a frame: one channel of 16 bits, whose samples all differ. */
function createSound(index: number, step = 5): Buffer {
  const sound = Buffer.alloc(SAMPLE_RATE * FRAME_SECONDS * 2);
  for (let at = 0; at < sound.length; at += 2) sound.writeInt16LE(index * 9000 + at * step - 20_000, at);
  return sound;
}

/** The content of a movie, and the order of its parts. */
interface MovieOptions {
  readonly format: 'mp4' | 'mov';
  /** Where the index is. `false` puts the index after the media data. */
  readonly fastStart: false | 'in-memory' | 'fragmented';
  readonly frames?: readonly Buffer[];
  readonly sounds: readonly Buffer[];
  /** Seconds after which a subtitle track has the position of a drone. */
  readonly positionAt?: number;
  readonly tags?: MetadataTags;
}

/** Writes a movie or a song with mediabunny. Each frame is shown for {@link FRAME_SECONDS}, with its sound. */
async function writeMovie({ format, fastStart, frames = [], sounds, positionAt, tags }: MovieOptions): Promise<Buffer> {
  const target = new BufferTarget();
  const Format = format === 'mov' ? MovOutputFormat : Mp4OutputFormat;
  const output = new Output({ format: new Format({ fastStart, minimumFragmentDuration: FRAME_SECONDS }), target });

  const video = new EncodedVideoPacketSource('av1');
  const audio = new EncodedAudioPacketSource('pcm-s16');
  const subtitles = new TextSubtitleSource('webvtt');
  if (frames.length > 0) output.addVideoTrack(video, { rotation: 90 });
  output.addAudioTrack(audio);
  if (positionAt !== undefined) output.addSubtitleTrack(subtitles);
  if (tags) output.setMetadataTags(tags);
  await output.start();

  if (positionAt !== undefined) {
    const [start, end] = [positionAt, positionAt + 0.1].map((seconds) => seconds.toFixed(3).padStart(6, '0'));
    await subtitles.add(`WEBVTT\n\n00:00:${start} --> 00:00:${end}\nGPS 47.55 -122.33 ${SECRET}\n`);
  }

  const soundConfig = { codec: 'pcm-s16', sampleRate: SAMPLE_RATE, numberOfChannels: 1 };
  const frameConfig = { codec: 'av01.0.00M.08', codedWidth: 64, codedHeight: 48 };

  for (const [index, sound] of sounds.entries()) {
    const buildPacket = (bytes: Buffer) => new EncodedPacket(bytes, 'key', index * FRAME_SECONDS, FRAME_SECONDS);
    const frame = frames[index];
    if (frame) await video.add(buildPacket(frame), { decoderConfig: frameConfig });
    await audio.add(buildPacket(sound), { decoderConfig: soundConfig });
  }

  await output.finalize();
  return Buffer.from(target.buffer!);
}

/** Returns the movie with boxes at the end of its description (`moov`). Corrects the offsets of later samples. */
export function insertIntoMovie(movie: Uint8Array, ...boxes: readonly Buffer[]): Buffer {
  const file = Buffer.from(movie);
  const addedBytes = Buffer.concat(boxes);
  const start = file.indexOf('moov', 0, 'latin1') - 4;
  const end = start + file.readUInt32BE(start);
  file.writeUInt32BE(end - start + addedBytes.length, start);

  // Version and flags, and the number of offsets precede the offsets, which have four bytes each.
  for (let at = file.indexOf('stco', start); at >= 0 && at < end; at = file.indexOf('stco', at + 4)) {
    for (let entry = 0; entry < file.readUInt32BE(at + 8); entry++) {
      const offsetStart = at + 12 + entry * 4;
      const offset = file.readUInt32BE(offsetStart);
      file.writeUInt32BE(offset + (offset > start ? addedBytes.length : 0), offsetStart);
    }
  }

  return Buffer.concat([file.subarray(0, end), addedBytes, file.subarray(end)]);
}

/** Returns a sample that contains metadata of all kinds. */
const toSample = (name: string, contentType: string, bytes: Buffer, keeps: readonly Buffer[]): ContainerSample => ({
  name,
  contentType,
  bytes: new Uint8Array(bytes),
  removes: ['location', 'personal', 'camera'],
  keeps,
});

/** Tags that cleaning must remove. */
const TAGS: MetadataTags = { title: `Title ${SECRET}`, comment: SECRET, description: SECRET };

/** Bytes after the media data that no player reads: a box with XMP, an unknown box, and bytes without a box. */
const TRAILING_BYTES = toBytes(UUID_XMP, box('junk', SECRET), `\0\0${SECRET}`);

/** The coded frames and their sounds. */
type Media = Required<Pick<MovieOptions, 'frames' | 'sounds'>>;

/** Returns one sample for each place that the index can have. */
async function createMp4Samples({ frames, sounds }: Media): Promise<ContainerSample[]> {
  const keeps = [...frames, ...sounds];
  const write = async (fastStart: MovieOptions['fastStart']) =>
    insertIntoMovie(await writeMovie({ frames, sounds, tags: TAGS, format: 'mp4', fastStart }), USER_DATA);

  return [
    toSample('MP4 whose index is first', 'video/mp4', toBytes(await write('in-memory'), TRAILING_BYTES), keeps),
    toSample('MP4 whose index is last', 'video/mp4', await write(false), keeps),
    toSample('MP4 in playable fragments', 'video/mp4', await write('fragmented'), keeps),
  ];
}

/** Returns samples with the positions of a drone as subtitles. */
async function createSubtitleSamples({ frames, sounds }: Media): Promise<ContainerSample[]> {
  const movie = { frames, tags: TAGS, format: 'mp4', fastStart: false } as const;
  // mediabunny starts a new chunk of each track after half a second, so that sound lies between the subtitles.
  const longSounds = Array.from({ length: 10 }, (_, index) => createSound(index % 4, index));

  return [
    toSample('MP4 with positions in WebVTT', 'video/mp4', await writeMovie({ ...movie, sounds, positionAt: 0 }), [
      ...frames,
      ...sounds,
    ]),
    toSample(
      'MP4 with positions behind an empty subtitle',
      'video/mp4',
      await writeMovie({ ...movie, sounds: longSounds, positionAt: 0.8 }),
      [...frames, ...longSounds],
    ),
  ];
}

/** Returns a movie as phones write it: a MOV with user data and keys. */
async function createPhoneSample({ frames, sounds }: Media): Promise<ContainerSample> {
  const movie = await writeMovie({ frames, sounds, tags: TAGS, format: 'mov', fastStart: 'in-memory' });
  return toSample('MOV of a phone', 'video/quicktime', insertIntoMovie(movie, USER_DATA, QUICKTIME_KEYS), [
    ...frames,
    ...sounds,
  ]);
}

/** Returns a song whose cover has metadata, too. */
async function createSongSample(sounds: readonly Buffer[]): Promise<ContainerSample> {
  const cover = insertSegments(
    await createPicture().jpeg().toBuffer(),
    segment(APP1, 'Exif\0\0', createExif()),
    segment(COM, SECRET),
  );
  const tags: MetadataTags = {
    title: 'Song of the whales',
    artist: 'The Pod',
    comment: SECRET,
    images: [{ data: cover, mimeType: 'image/jpeg', kind: 'coverFront' }],
  };

  const song = await writeMovie({ sounds, tags, format: 'mp4', fastStart: 'in-memory' });
  return toSample('M4A with a cover', 'audio/mp4', song, sounds);
}

/** Returns samples whose frames and sound can be decoded, and one with coded frames of H.264. */
export async function createDecodableMovies(): Promise<ContainerSample[]> {
  const pictures = await Promise.all([0, 80, 160].map(createFrame));
  const frames = pictures.map(({ items }) => items[0]!.data);
  const sounds = pictures.map((_, index) => createSound(index));

  return [
    ...(await createMp4Samples({ frames, sounds })),
    ...(await createSubtitleSamples({ frames, sounds })),
    await createPhoneSample({ frames, sounds }),
    await createSongSample(sounds),
    toSample(
      'MOV of H.264',
      'video/quicktime',
      toBytes(insertIntoMovie(MOV, USER_DATA, QUICKTIME_KEYS), TRAILING_BYTES),
      [],
    ),
  ];
}

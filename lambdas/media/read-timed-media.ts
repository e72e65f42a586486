import {
  ADTS,
  CustomSource,
  FLAC,
  Input,
  Logging,
  LogLevel,
  MATROSKA,
  MP3,
  MP4,
  MPEG_TS,
  OGG,
  QTFF,
  WAVE,
  WEBM,
} from 'mediabunny';
import type { ByteSource } from '../../shared/media/byte-source.ts';
import { cleanLine, isBlank } from '../../shared/text/text.ts';
import type { MediaInfo } from './media-info.ts';

/** The formats that the parser tries. */
const FORMATS = [MP4, QTFF, MATROSKA, WEBM, MP3, WAVE, OGG, ADTS, FLAC, MPEG_TS];

// The library prints content that it can't read. Functions must not log the content of members' files.
Logging.level = LogLevel.Silent;

/** Maximum length of a title or a performer, in characters. Tags can be of any length. */
const MAX_TAG_LENGTH = 200;

/** Maximum size of an MP3 whose duration is measured, in bytes. The parser stores an entry for each frame. */
const MAX_MEASURED_MP3_BYTES = 32 * 1024 * 1024;

/** Returns the duration of a video or audio file, the size of a video, and the tags of an audio file. */
export async function readTimedMedia(source: ByteSource): Promise<MediaInfo> {
  const input = new Input({
    formats: FORMATS,
    source: new CustomSource({
      getSize: () => source.size,
      read: (start, end) => source.read(start, end),
      prefetchProfile: 'network',
      // A failed read also rejects the property that needs it, so the error needs no further handling.
      handleUnhandledError: () => {},
    }),
  });

  try {
    const video = await ifReadable(readVideoSize(input));
    const tags = video ? undefined : await ifReadable(input.getMetadataTags());
    return {
      ...video,
      ...(await ifReadable(readDuration(input, source.size))),
      ...tagProperty('title', tags?.title),
      ...tagProperty('performer', tags?.artist),
    };
  } finally {
    input.dispose();
  }
}

/** Returns undefined instead of an error, so that one broken part of a file doesn't hide the others. */
function ifReadable<T>(property: Promise<T>): Promise<T | undefined> {
  return property.catch(() => undefined);
}

/** Returns the size of a video, or undefined for a file without a video track. */
async function readVideoSize(input: Input): Promise<MediaInfo | undefined> {
  const track = await input.getPrimaryVideoTrack();
  if (!track) return undefined;

  const width = Math.round(await track.getDisplayWidth());
  const height = Math.round(await track.getDisplayHeight());
  // Not undefined, because a video without a size is still a video, and tags are read only of audio files.
  return width > 0 && height > 0 ? { width, height } : {};
}

/** Reads the duration from the file's header, otherwise from its packets. Rounds to milliseconds. */
async function readDuration(input: Input, size: number): Promise<MediaInfo> {
  // Without a header, the library assumes that an MP3 has the bit rate of its first frame.
  const isMeasured = (await input.getFormat()) === MP3 && size <= MAX_MEASURED_MP3_BYTES;
  const measuredSeconds = isMeasured ? await ifReadable(measureDuration(input)) : undefined;
  const seconds = measuredSeconds ?? (await input.getDurationFromMetadata()) ?? (await measureDuration(input));
  return Number.isFinite(seconds) && seconds > 0 ? { durationSeconds: Math.round(seconds * 1000) / 1000 } : {};
}

/** Returns the time from the first to the last packet. The clock of a camcorder or a broadcast doesn't start at zero. */
async function measureDuration(input: Input): Promise<number> {
  return (await input.computeDuration()) - (await input.getFirstTimestamp());
}

/**
 * Returns a tag as an attribute, cleaned like the texts of members; an empty object if the tag is missing or blank. Also
 * removes all invisible characters.
 */
function tagProperty(name: 'title' | 'performer', value = ''): MediaInfo {
  // Bounds the cost of cleaning, which may shorten the tag.
  const text = decodeMisreadUtf8(value).slice(0, 10 * MAX_TAG_LENGTH);
  const tag = cleanLine(text.replace(/[\p{Cc}\p{Cf}]+/gu, ' '));
  // The cut can divide a surrogate pair, so it must be repaired.
  return isBlank(tag) ? {} : { [name]: tag.slice(0, MAX_TAG_LENGTH).toWellFormed() };
}

/**
 * Returns a text that was read as Latin-1, although its bytes are UTF-8, as UTF-8. Returns other texts unchanged.
 *
 * Many programs write UTF-8 into WAV, and into the Latin-1 frames of ID3. The library reads both as Latin-1.
 */
function decodeMisreadUtf8(text: string): string {
  const bytes = Buffer.from(text, 'latin1');
  if (bytes.toString('latin1') !== text) return text;

  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    return text;
  }
}

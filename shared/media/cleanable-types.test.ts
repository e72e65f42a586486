/** Tests of recognizing formats whose metadata can be removed, even if a file declares another type. */
import { describe, expect, it } from 'vitest';
import { createMovieSamples } from '../../test/support/media-corpus/movie-samples.ts';
import { createAudioFrames, createMp3Samples } from '../../test/support/media-corpus/mp3-samples.ts';
import { isCleanable, toCleanableType } from './cleanable-types.ts';

const toBytes = (text: string) => Uint8Array.from(text, (char) => char.charCodeAt(0));
const movies = await createMovieSamples();
const songs = await createMp3Samples();

/** Returns whether a song begins with an ID3 tag or a frame. */
const startsWithMp3 = ({ name }: { name: string }) =>
  name !== 'MP3 with APE at the start' && name !== 'MP3 with bytes before the frames';

/** The start of a file whose ID3 tag has 127 KB, for example with a cover. The sample has only its first bytes. */
const LARGE_TAG = toBytes(`ID3\x04\0\0\0\x07\x7f\x7fAPIC${'\0'.repeat(50)}`);

describe('toCleanableType', () => {
  it.each(movies)('recognizes $name under a wrong video or audio type', ({ bytes }) => {
    expect(toCleanableType('video/webm', bytes)).toBe('video/mp4');
    expect(toCleanableType('audio/webm', bytes)).toBe('audio/mp4');
  });

  it.each(songs.filter(startsWithMp3))('recognizes $name under a wrong audio or video type', ({ bytes }) => {
    expect(toCleanableType('audio/wav', bytes)).toBe('audio/mpeg');
    expect(toCleanableType('video/webm', bytes)).toBe('audio/mpeg');
  });

  it.each<[box: string, type: string]>([
    // The type of the box, and the major brand of an `ftyp` box.
    ['ftypqt  ', 'video/quicktime'],
    ['moov', 'video/quicktime'],
    ['ftyp\0\0\0\0', 'video/mp4'],
    ['ftypM4A ', 'audio/mp4'],
    ['ftypM4B ', 'audio/mp4'],
    ['ftyp3gp5', 'video/mp4'],
  ])('returns the type of a file that begins with the box "%s"', (box, type) => {
    expect(toCleanableType('video/x-unknown', toBytes(`\0\0\0\x18${box}`))).toBe(type);
  });

  it('reads a box whose size looks like a frame of MP3', () => {
    // 0xfffb is also the start of an MP3 frame.
    expect(toCleanableType('video/x-unknown', toBytes('\0\0\xff\xfbmoov'))).toBe('video/quicktime');
  });

  it('recognizes an MP3 with zeros before its first frame', () => {
    // A tag of two bytes, zeros, and the header of a frame.
    expect(toCleanableType('audio/wav', toBytes(`ID3\x04\0\0\0\0\0\x02ab${'\0'.repeat(99)}\xff\xfb\x90`))).toBe(
      'audio/mpeg',
    );
  });

  it('recognizes an MP3 whose tag is longer than the sample', () => {
    expect(toCleanableType('audio/wav', LARGE_TAG)).toBe('audio/mpeg');
  });

  it.each(['audio/aac', 'audio/flac', 'audio/x-flac', 'audio/x-ape', 'audio/x-tta', 'audio/x-musepack', 'audio/ogg'])(
    'keeps %s if a tag is longer than the sample, because such files can have one',
    (type) => expect(toCleanableType(type, LARGE_TAG)).toBe(type),
  );

  // The "reserved" cases differ from a valid MP3 frame only in the bits that they name.
  it.each<[title: string, start: string]>([
    ['ADTS', '\xff\xf1\x50\x80'],
    ['ADTS with a tag', 'ID3\x04\0\0\0\0\0\0\xff\xf1\x50\x80'],
    ['FLAC with a tag', 'ID3\x04\0\0\0\0\0\0fLaC'],
    ['WAV', 'RIFF\x24\0\0\0WAVEfmt '],
    ['WebM', '\x1a\x45\xdf\xa3'],
    ['a reserved version', '\xff\xeb\x90\x44'],
    ['a reserved bit rate', '\xff\xfb\xf0\x44'],
    ['a reserved sample rate', '\xff\xfb\x9c\x44'],
    ['a byte order mark', '\xff\xfew\0'],
    ['zeros', '\0'.repeat(40)],
    ['an unfinished sync word', '\xff\x1b\x90\x44'],
    ['no bytes', ''],
  ])('keeps the declared type of %s', (_, start) => {
    expect(toCleanableType('audio/x-unknown', toBytes(start))).toBe('audio/x-unknown');
  });

  it.each(['audio/mp3', 'audio/mpeg', 'audio/x-m4a', 'video/3gpp'])(
    'keeps %s for the bytes of an MP4, because its cleaning reads the format from the bytes',
    (type) => expect(toCleanableType(type, movies[0]!.bytes)).toBe(type),
  );

  it('returns the type of an MP3 without a tag, even if it is declared as an MP4', () => {
    expect(toCleanableType('video/mp4', createAudioFrames(2))).toBe('audio/mpeg');
    expect(toCleanableType('audio/mp3', createAudioFrames(2))).toBe('audio/mp3');
  });

  it.each(['text/plain', 'application/zip', 'image/bmp'])('keeps %s, whatever the bytes are', (type) => {
    expect(toCleanableType(type, movies[0]!.bytes)).toBe(type);
    expect(toCleanableType(type, createAudioFrames(2))).toBe(type);
  });

  it('returns only cleanable types for MP4, MOV, and MP3', () => {
    for (const { bytes } of [...movies, ...songs.filter(startsWithMp3)]) {
      expect(isCleanable(toCleanableType('video/x-unknown', bytes))).toBe(true);
    }
  });
});

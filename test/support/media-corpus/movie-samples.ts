/**
 * MP4 and MOV files, and a song, with metadata in all places that cleaning must handle. Their media data is a
 * placeholder. `decodable-movies.ts` has files that players can show.
 */
import type { ContainerSample } from './container-sample.ts';
import { createExif } from './exif-block.ts';
import { box, handler, largeBox, toBytes } from './iso-boxes.ts';
import { APP1, COM, createThumbnail, insertSegments, segment } from './jpeg-samples.ts';
import { SECRET } from './media-sample.ts';
import {
  buildEntry,
  buildItunesTags,
  buildThumbnailBox,
  buildThumbnailTag,
  JPEG,
  KEYS,
  USER_DATA,
  UUID_XMP,
} from './movie-metadata.ts';
import { createPicture } from './pictures.ts';

/** Placeholder of the coded frames. No player can show it. */
const VIDEO = Buffer.from('frames of the video '.repeat(8));

/** The data of a hidden track, such as the positions of a drone. */
const POSITIONS = Buffer.from(`GPS 47.55 -122.33 ${SECRET} `.repeat(4));

/** The date of movies and tracks, in seconds since 1904: a day in 2023. */
const DATE = 0xe0000000;

/** Units per second of the times and durations in movies and tracks. */
const TIMESCALE = 1000;

/** Flags of `tkhd`: the track is enabled, and a part of the movie. */
const ENABLED_IN_MOVIE = 0x3;

/** Flag of `tfhd`: offsets count from the start of the fragment. */
const DEFAULT_BASE_IS_MOOF = 0x20000;

/** Flags of `trun`: the offset of the data, and the size of each sample. */
const DATA_OFFSET = 0x1;
const SAMPLE_SIZE = 0x200;

/** Size of a box's size and type, in bytes. */
const BOX_HEADER_BYTES = 8;

/** The content of a track, and its place in the file. */
interface TrackOptions {
  readonly id: number;
  readonly handler: string;
  readonly format: string;
  /** Position and size of the samples in the file. */
  readonly at: number;
  readonly size: number;
  /** Boxes at the end of the track. */
  readonly extra?: readonly Buffer[];
  /** Whether offsets have 64 bits. */
  readonly large?: boolean;
  readonly date?: number;
}

/** Returns a track (`trak`) with one chunk of one sample. */
function buildTrack({
  id,
  handler: type,
  format,
  at,
  size,
  extra = [],
  large = false,
  date = DATE,
}: TrackOptions): Buffer {
  // Reserved bytes, the data reference index 1, fields up to the number of frames, the encoder's name in 32 bytes with
  // its length, and the depth.
  const visual = [Buffer.alloc(6), Buffer.from([0, 1]), Buffer.alloc(34), `\x08Nautilus${'\0'.repeat(23)}`, 0xffff0018];
  const sampleEntry = box(
    format,
    ...(type === 'vide' ? [...visual, Buffer.alloc(0)] : [Buffer.alloc(6), Buffer.from([0, 1])]),
  );

  // Version and flags, and the number of entries come first in each table. The only chunk has one sample.
  const offsets = large ? box('co64', 0, 1, 0, at) : box('stco', 0, 1, at);
  const stbl = box(
    'stbl',
    box('stsd', 0, 1, sampleEntry),
    box('stsc', 0, 1, 1, 1, 1),
    box('stsz', 0, size, size > 0 ? 1 : 0),
    offsets,
  );

  // The flag 1 of the alias says that the media data is in the same file.
  const minf = box('minf', box('nmhd', 0), box('dinf', box('dref', 0, 1, box('alis', 1, SECRET))), stbl);
  const mdhd = box('mdhd', 0, date, date, TIMESCALE, TIMESCALE, 0);
  const mdia = box('mdia', mdhd, handler(type, `${SECRET} handler`), minf);

  return box('trak', box('tkhd', ENABLED_IN_MOVIE, date, date, id, 0, TIMESCALE, Buffer.alloc(60)), mdia, ...extra);
}

/** How a sample differs from an MP4 with one video track and its index first. */
interface MovieOptions {
  readonly name: string;
  readonly contentType?: string;
  readonly removes?: ContainerSample['removes'];
  readonly video?: Partial<TrackOptions>;
  /** Boxes in the description of the movie. */
  readonly innerBoxes?: readonly Buffer[];
  /** Boxes after the media data. */
  readonly trailer?: readonly Buffer[];
  /** A track with data that no player shows. */
  readonly hidden?: { readonly handler: string; readonly format: string };
  /** Whether sizes and offsets have 64 bits. */
  readonly large?: boolean;
  readonly indexLast?: boolean;
  readonly keeps?: readonly Uint8Array[];
}

/** Builds a movie, or a song, with placeholders as media data. */
function buildMovie(options: MovieOptions): ContainerSample {
  const {
    name,
    contentType = 'video/mp4',
    video,
    innerBoxes = [],
    trailer = [],
    hidden,
    large = false,
    indexLast = false,
  } = options;
  const ftyp = box('ftyp', 'mp42', 0, 'mp42isom');
  const media = hidden ? toBytes(VIDEO, POSITIONS) : VIDEO;
  const mdat = large ? largeBox('mdat', media) : box('mdat', media);

  const buildMoov = (mediaStart: number) =>
    box(
      'moov',
      box('mvhd', 0, DATE, DATE, TIMESCALE, TIMESCALE, Buffer.alloc(80)),
      buildTrack({ id: 1, handler: 'vide', format: 'avc1', at: mediaStart, size: VIDEO.length, large, ...video }),
      ...(hidden ? [buildTrack({ id: 2, at: mediaStart + VIDEO.length, size: POSITIONS.length, ...hidden })] : []),
      ...innerBoxes,
    );

  // The length of `moov` doesn't depend on the offsets.
  const headerLength = mdat.length - media.length;
  const moov = buildMoov(ftyp.length + headerLength + (indexLast ? 0 : buildMoov(0).length));
  const parts = indexLast ? [ftyp, mdat, moov] : [ftyp, moov, mdat];

  return {
    name,
    contentType,
    bytes: new Uint8Array(toBytes(...parts, ...trailer)),
    removes: options.removes ?? ['location', 'personal', 'camera'],
    keeps: [VIDEO, ...(options.keeps ?? [])],
  };
}

/** Returns a movie in fragments. Its second track has positions. */
function buildFragmentedMovie(
  name: string,
  hiddenTrack: { readonly handler: string; readonly format: string },
): ContainerSample {
  const ftyp = box('ftyp', 'iso5', 0, 'iso5');
  // The sample description 1, no duration, the size of a sample, and no flags.
  const trex = (id: number, size: number) => box('trex', 0, id, 1, 0, size, 0);
  const start = toBytes(
    ftyp,
    box(
      'moov',
      box('mvhd', 0, DATE, DATE, TIMESCALE, 0, Buffer.alloc(80)),
      buildTrack({ id: 1, handler: 'vide', format: 'avc1', at: 0, size: 0 }),
      buildTrack({ id: 2, ...hiddenTrack, at: 0, size: 0 }),
      box('mvex', trex(1, 0), trex(2, POSITIONS.length / 2)),
      USER_DATA,
    ),
  );

  const moof = (offset: number) =>
    box(
      'moof',
      box('mfhd', 0, 1),
      box(
        'traf',
        box('tfhd', DEFAULT_BASE_IS_MOOF, 1),
        box('trun', DATA_OFFSET | SAMPLE_SIZE, 1, offset, VIDEO.length),
      ),
      box('traf', box('tfhd', DEFAULT_BASE_IS_MOOF, 2), box('trun', DATA_OFFSET, 2, offset + VIDEO.length)),
    );

  const fragment = moof(moof(0).length + BOX_HEADER_BYTES);
  return {
    name,
    contentType: 'video/mp4',
    bytes: new Uint8Array(toBytes(start, fragment, box('mdat', VIDEO, POSITIONS))),
    removes: ['location', 'personal', 'camera'],
    keeps: [VIDEO],
  };
}

/** Kinds of metadata in movies with a secret, but without a position. */
const WITHOUT_LOCATION = ['personal', 'camera'] as const;

/** Returns movies with tags in all formats. */
function createTagMovies(cover: Buffer, thumbnail: Buffer): ContainerSample[] {
  return [
    buildMovie({ name: 'MP4 with user data', innerBoxes: [USER_DATA] }),
    buildMovie({
      name: 'MP4 with tags of iTunes',
      innerBoxes: [box('udta', buildItunesTags(buildEntry('©nam', SECRET), buildEntry('©xyz', '+47/')))],
    }),
    buildMovie({
      name: 'MP4 with a cover',
      innerBoxes: [box('udta', buildItunesTags(buildEntry('covr', cover, JPEG)))],
      removes: WITHOUT_LOCATION,
    }),
    buildMovie({
      name: 'MP4 with a thumbnail',
      innerBoxes: [box('udta', buildThumbnailTag(thumbnail))],
      removes: WITHOUT_LOCATION,
    }),
    buildMovie({
      name: 'MOV with a thumbnail',
      contentType: 'video/quicktime',
      innerBoxes: [buildThumbnailBox(thumbnail)],
      removes: WITHOUT_LOCATION,
    }),
  ];
}

/** Returns movies that differ in their boxes and their order. */
function createStructureMovies(): ContainerSample[] {
  return [
    buildMovie({ name: 'MP4 with the index behind', innerBoxes: [USER_DATA], indexLast: true }),
    buildMovie({ name: 'MP4 with sizes of 64 bits', innerBoxes: [USER_DATA], large: true }),
    buildMovie({ name: 'MP4 with XMP', trailer: [UUID_XMP], removes: WITHOUT_LOCATION }),
    buildMovie({
      name: 'MP4 with free space',
      innerBoxes: [box('free', SECRET)],
      trailer: [box('free', SECRET)],
      removes: WITHOUT_LOCATION,
    }),
    buildMovie({
      name: 'MP4 with unknown boxes',
      innerBoxes: [box('junk', SECRET)],
      trailer: [box('inst', SECRET), box('free')],
      removes: WITHOUT_LOCATION,
    }),
    buildMovie({ name: 'MP4 with trailing data', trailer: [Buffer.from(`\0\0${SECRET}`)], removes: WITHOUT_LOCATION }),
  ];
}

/** Returns movies whose metadata is in or about a track. */
function createTrackMovies(): ContainerSample[] {
  return [
    buildMovie({ name: 'MP4 with a track of positions', hidden: { handler: 'meta', format: 'gpmd' } }),
    buildMovie({ name: 'MP4 with positions in subtitles', hidden: { handler: 'sbtl', format: 'tx3g' } }),
    buildMovie({ name: 'MOV with keys', contentType: 'video/quicktime', innerBoxes: [KEYS] }),
    buildMovie({
      name: 'MOV with user data of a track',
      contentType: 'video/quicktime',
      video: { extra: [USER_DATA, KEYS] },
    }),
  ];
}

/** Returns a song. Players show its title, its artist, and the picture of its cover. */
function createSong(cover: Buffer, picture: Buffer): ContainerSample {
  const tags = buildItunesTags(
    buildEntry('©nam', 'Song of the whales'),
    buildEntry('©ART', 'The Pod'),
    buildEntry('©day', '2019-05-01T07:00:00Z'),
    buildEntry('covr', cover, JPEG),
    buildEntry('©cmt', SECRET),
    buildEntry('apID', SECRET),
    buildEntry('©xyz', '+47.5534-122.3324/'),
  );

  return buildMovie({
    name: 'M4A with tags',
    contentType: 'audio/mp4',
    video: { handler: 'soun', format: 'raw ' },
    innerBoxes: [box('udta', tags)],
    keeps: [Buffer.from('Song of the whales'), Buffer.from('The Pod'), picture],
  });
}

/** Returns the samples of MP4 and MOV. */
export async function createMovieSamples(): Promise<ContainerSample[]> {
  const picture = await createPicture().jpeg().toBuffer();
  const cover = insertSegments(picture, segment(COM, SECRET));
  const thumbnail = insertSegments(await createThumbnail(), segment(APP1, 'Exif\0\0', createExif()));

  return [
    ...createTagMovies(cover, thumbnail),
    ...createStructureMovies(),
    ...createTrackMovies(),
    createSong(cover, picture),
    buildFragmentedMovie('MP4 in fragments', { handler: 'meta', format: 'gpmd' }),
    buildFragmentedMovie('MP4 in fragments with positions in subtitles', { handler: 'sbtl', format: 'tx3g' }),
  ];
}

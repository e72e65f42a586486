/**
 * MP4 and MOV files, and a song, with metadata in all places that cleaning must handle. Their media data is a
 * placeholder. `decodable-movies.ts` has files that players can show.
 */
import type { ContainerSample } from './container-sample.ts';
import { createExif } from './exif-block.ts';
import { box, handlerBox, largeBox, toBytes } from './iso-boxes.ts';
import { APP1, COM, createThumbnail, insertSegments, segment } from './jpeg-samples.ts';
import { SECRET } from './media-sample.ts';
import {
  buildEntry,
  buildItunesTags,
  buildThumbnailBox,
  buildThumbnailTag,
  JPEG_VALUE,
  QUICKTIME_KEYS,
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
  readonly dataStart: number;
  readonly dataSize: number;
  /** Boxes at the end of the track. */
  readonly trailingBoxes?: readonly Buffer[];
  /** Whether sizes and offsets have 64 bits. */
  readonly has64BitSizes?: boolean;
  readonly date?: number;
}

/** Returns a track (`trak`) with one chunk of one sample. */
function buildTrack({
  id,
  handler: type,
  format,
  dataStart,
  dataSize,
  trailingBoxes = [],
  has64BitSizes = false,
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
  const offsets = has64BitSizes ? box('co64', 0, 1, 0, dataStart) : box('stco', 0, 1, dataStart);
  const stbl = box(
    'stbl',
    box('stsd', 0, 1, sampleEntry),
    box('stsc', 0, 1, 1, 1, 1),
    box('stsz', 0, dataSize, dataSize > 0 ? 1 : 0),
    offsets,
  );

  // The flag 1 of the alias says that the media data is in the same file.
  const minf = box('minf', box('nmhd', 0), box('dinf', box('dref', 0, 1, box('alis', 1, SECRET))), stbl);
  const mdhd = box('mdhd', 0, date, date, TIMESCALE, TIMESCALE, 0);
  const mdia = box('mdia', mdhd, handlerBox(type, `${SECRET} handler`), minf);

  return box(
    'trak',
    box('tkhd', ENABLED_IN_MOVIE, date, date, id, 0, TIMESCALE, Buffer.alloc(60)),
    mdia,
    ...trailingBoxes,
  );
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
  /** A second track, with data that no player shows. */
  readonly hiddenTrack?: { readonly handler: string; readonly format: string };
  /** Whether sizes and offsets have 64 bits. */
  readonly has64BitSizes?: boolean;
  readonly indexLast?: boolean;
  readonly keeps?: readonly Uint8Array[];
}

/** Builds a movie, or a song, with placeholders as media data. A song has an audio track in place of the video. */
function buildMovie(options: MovieOptions): ContainerSample {
  const {
    name,
    contentType = 'video/mp4',
    video,
    innerBoxes = [],
    trailer = [],
    hiddenTrack,
    has64BitSizes = false,
    indexLast = false,
  } = options;
  const ftyp = box('ftyp', 'mp42', 0, 'mp42isom');
  const media = hiddenTrack ? toBytes(VIDEO, POSITIONS) : VIDEO;
  const mdat = has64BitSizes ? largeBox('mdat', media) : box('mdat', media);

  const buildMoov = (mediaStart: number) =>
    box(
      'moov',
      box('mvhd', 0, DATE, DATE, TIMESCALE, TIMESCALE, Buffer.alloc(80)),
      buildTrack({
        id: 1,
        handler: 'vide',
        format: 'avc1',
        dataStart: mediaStart,
        dataSize: VIDEO.length,
        has64BitSizes,
        ...video,
      }),
      ...(hiddenTrack
        ? [buildTrack({ id: 2, dataStart: mediaStart + VIDEO.length, dataSize: POSITIONS.length, ...hiddenTrack })]
        : []),
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
  const buildTrex = (id: number, size: number) => box('trex', 0, id, 1, 0, size, 0);
  const start = toBytes(
    ftyp,
    box(
      'moov',
      box('mvhd', 0, DATE, DATE, TIMESCALE, 0, Buffer.alloc(80)),
      buildTrack({ id: 1, handler: 'vide', format: 'avc1', dataStart: 0, dataSize: 0 }),
      buildTrack({ id: 2, ...hiddenTrack, dataStart: 0, dataSize: 0 }),
      box('mvex', buildTrex(1, 0), buildTrex(2, POSITIONS.length / 2)),
      USER_DATA,
    ),
  );

  const buildMoof = (offset: number) =>
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

  const fragment = buildMoof(buildMoof(0).length + BOX_HEADER_BYTES);
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
      innerBoxes: [box('udta', buildItunesTags(buildEntry('covr', cover, JPEG_VALUE)))],
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
    buildMovie({ name: 'MP4 with sizes of 64 bits', innerBoxes: [USER_DATA], has64BitSizes: true }),
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
    buildMovie({ name: 'MP4 with a track of positions', hiddenTrack: { handler: 'meta', format: 'gpmd' } }),
    buildMovie({ name: 'MP4 with positions in subtitles', hiddenTrack: { handler: 'sbtl', format: 'tx3g' } }),
    buildMovie({ name: 'MOV with keys', contentType: 'video/quicktime', innerBoxes: [QUICKTIME_KEYS] }),
    buildMovie({
      name: 'MOV with user data of a track',
      contentType: 'video/quicktime',
      video: { trailingBoxes: [USER_DATA, QUICKTIME_KEYS] },
    }),
  ];
}

/** Returns a song. Players show its title, its artist, and the picture of its cover. */
function createSong(cover: Buffer, picture: Buffer): ContainerSample {
  const tags = buildItunesTags(
    buildEntry('©nam', 'Song of the whales'),
    buildEntry('©ART', 'The Pod'),
    buildEntry('©day', '2019-05-01T07:00:00Z'),
    buildEntry('covr', cover, JPEG_VALUE),
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

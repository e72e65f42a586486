/**
 * Builds the metadata of movies and songs in all formats that programs write: user data, iTunes' tags, keys, and XMP.
 */
import { type BoxPart, box, handlerBox, toBytes } from './iso-boxes.ts';
import { SECRET } from './media-sample.ts';
import { XMP } from './text-blocks.ts';

/** Types of the value in a `data` box. */
const UTF8_VALUE = 1;
export const JPEG_VALUE = 13;

/** The language code 'eng' of a text in user data: three letters of five bits each. */
const ENGLISH = [0x15, 0xc7];

/** Size of a box's size and type, in bytes. */
const BOX_HEADER_BYTES = 8;

/** Returns a text of QuickTime's user data: its length in two bytes, its language, and the text. */
const buildText = (type: string, value: string) => box(type, Buffer.from([0, value.length, ...ENGLISH]), value);

/** Returns an entry of iTunes' list. Its `data` box has the type of the value, a locale, and the value. */
export const buildEntry = (type: string, value: BoxPart, valueType = UTF8_VALUE) =>
  box(type, box('data', valueType, 0, value));

/** Returns iTunes' list of tags. */
export const buildItunesTags = (...entries: readonly Buffer[]) =>
  box('meta', 0, handlerBox('mdir', ''), box('ilst', ...entries));

/** Returns QuickTime's metadata of keys and values. */
function buildQuickTimeKeys(values: Readonly<Record<string, string>>): Buffer {
  // A key has a size, a namespace, and a name. The type of an item is the number of its key, from 1.
  const names = Object.keys(values).map((name) => toBytes(BOX_HEADER_BYTES + name.length, 'mdta', name));
  const items = Object.values(values).map((value, index) => buildEntry(toBytes(index + 1).toString('latin1'), value));
  return box('meta', handlerBox('mdta', ''), box('keys', 0, names.length, ...names), box('ilst', ...items));
}

/** User data as cameras write it: position, make, model, date, title, XMP, and serial number. */
export const USER_DATA = box(
  'udta',
  buildText('©xyz', '+47.5534-122.3324/'),
  buildText('©mak', 'Nautilus'),
  buildText('©mod', 'Deep 20000'),
  buildText('©day', '2025-06-01T12:00:00+0200'),
  buildText('©nam', `Title ${SECRET}`),
  box('XMP_', XMP),
  box('SNum', `Serial ${SECRET}`),
);

/** QuickTime's metadata as phones write it. */
export const QUICKTIME_KEYS = buildQuickTimeKeys({
  'com.apple.quicktime.location.ISO6709': '+47.5534-122.3324/',
  'com.apple.quicktime.make': 'Nautilus',
  'com.apple.quicktime.author': SECRET,
  'com.apple.quicktime.creationdate': '2025-06-01T12:00:00+0200',
});

/** A box with XMP. Adobe's specification defines its ID. */
export const UUID_XMP = box('uuid', Buffer.from('be7acfcb97a942e89c71999491e3afac', 'hex'), XMP);

/** Returns a thumbnail in the user data of a movie, as Canon's cameras write it. */
export const buildThumbnailTag = (jpeg: Uint8Array) => box('CNTH', box('CNDA', jpeg));

/** Returns a thumbnail in Canon's newer box. Its width and height are before its length. */
export const buildThumbnailBox = (jpeg: Uint8Array) =>
  box(
    'uuid',
    Buffer.from('85c0b687820f11e08111f4ce462b6a48', 'hex'),
    box('THMB', 0, 0x0010_000c, jpeg.length, 0x0001_0000, jpeg),
  );

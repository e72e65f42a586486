/**
 * GIF (version 89a) is a list of pictures, and of extensions between them. Colour profiles, and extensions that time,
 * dispose, and repeat frames, stay. Plain text extensions are removed, because today's viewers don't show them.
 */

import { type ByteSource, InvalidMediaError } from './byte-source.ts';
import { toLatin1 } from './bytes.ts';
import { type Cleaner, PlanBuilder } from './cleaning-plan.ts';
import { kindsOfXmp } from './xmp.ts';

/** Size of the header with the screen descriptor, in bytes. */
const HEADER_BYTES = 13;

/** Size of a picture's descriptor, in bytes. */
const DESCRIPTOR_BYTES = 10;

/** The first bytes of blocks, which the format calls separator or introducer. */
const PICTURE = 0x2c;
const EXTENSION = 0x21;
const TRAILER = 0x3b;

/** The second bytes of extensions, called labels. */
const GRAPHIC_CONTROL = 0xf9;
const APPLICATION = 0xff;

/** Bytes before an application's name: the introducer, the label, and the length of the name. */
const BYTES_BEFORE_NAME = 3;

/** Bytes of an application's name (8) and authentication code (3). */
const NAME_BYTES = 11;

/** Names of applications whose extension repeats the animation. */
const LOOP_NAMES = /^(NETSCAPE2\.0|ANIMEXTS1\.0)$/;

/** Maximum bytes of a loop's sub-blocks: one with the repetitions (4), one with a buffer size (6), and the end (1). */
const MAX_LOOP_BYTES = 11;

/** The name of the application whose extension is a colour profile. */
const COLOUR_PROFILE_NAME = 'ICCRGBG1012';

/** Maximum bytes of an extension that are searched for a position. */
const MAX_SEARCHED_BYTES = 64 * 1024;

/** Position in the header of the byte with the flags of the global colour table. */
const GLOBAL_FLAGS_START = 10;

/** Position in a picture's descriptor of the byte with the flags of its local colour table. */
const LOCAL_FLAGS_START = 9;

/** Flags of a colour table. The size bits are the logarithm to base 2 of the number of colours, minus 1. */
const HAS_COLOUR_TABLE = 0x80;
const SIZE_BITS = 0x07;

/** Plans the cleaning of a GIF file. */
export const cleanGif: Cleaner = async (source) => {
  const plan = new PlanBuilder();
  const header = await source.read(0, HEADER_BYTES);
  let position = HEADER_BYTES + readColourTableSize(header[GLOBAL_FLAGS_START]!);
  plan.keep(0, Math.min(position, source.size));

  let hasPicture = false;
  while (position < source.size) {
    const start = position;
    const [introducer, label] = await source.read(start, Math.min(source.size, start + 2));
    if (introducer === TRAILER) {
      plan.keep(start, start + 1);
      if (start + 1 < source.size) plan.remove('personal');
      break;
    }

    if (introducer === PICTURE) {
      position = await findPictureEnd(source, start);
      plan.keep(start, position);
      hasPicture = true;
    } else if (introducer === EXTENSION && label !== undefined) {
      position = await findSubBlocksEnd(source, start + 2);
      await addExtension(plan, source, start, position, label);
    } else {
      // Browsers treat any other byte as the trailer if a picture precedes it. Otherwise, they show nothing.
      if (!hasPicture) throw new InvalidMediaError('Not a block');
      plan.insert(Uint8Array.of(TRAILER));
      plan.remove('personal');
      break;
    }
  }

  return plan.build(source.size);
};

/** Keeps an extension that changes how the pictures look. Removes other extensions. */
async function addExtension(
  plan: PlanBuilder,
  source: ByteSource,
  start: number,
  end: number,
  label: number,
): Promise<void> {
  const nameStart = start + BYTES_BEFORE_NAME;
  const name = toLatin1(await source.read(Math.min(nameStart, end), Math.min(nameStart + NAME_BYTES, end)));
  const dataBytes = end - nameStart - NAME_BYTES;
  const isLoop = label === APPLICATION && LOOP_NAMES.test(name) && dataBytes <= MAX_LOOP_BYTES;
  const isProfile = label === APPLICATION && name === COLOUR_PROFILE_NAME;

  if (label === GRAPHIC_CONTROL || isLoop || isProfile) plan.keep(start, end);
  else plan.remove(...kindsOfXmp(await source.read(start, Math.min(end, start + MAX_SEARCHED_BYTES))));
}

/** Returns the position after a picture's compressed data. */
async function findPictureEnd(source: ByteSource, start: number): Promise<number> {
  if (start + DESCRIPTOR_BYTES > source.size) return source.size;

  const descriptor = await source.read(start, start + DESCRIPTOR_BYTES);
  // A byte between the colours and the data has the size of the first codes.
  const dataStart = start + DESCRIPTOR_BYTES + readColourTableSize(descriptor[LOCAL_FLAGS_START]!) + 1;
  return await findSubBlocksEnd(source, Math.min(dataStart, source.size));
}

/** Returns the size in bytes of the colour table that a byte of flags announces. A colour has three bytes. */
function readColourTableSize(flags: number): number {
  return flags & HAS_COLOUR_TABLE ? 3 * 2 ** ((flags & SIZE_BITS) + 1) : 0;
}

/** Bytes of one read of a search. */
const READ_BYTES = 64 * 1024;

/** Returns the position after a list of sub-blocks. Each begins with its length, and the last is empty. */
async function findSubBlocksEnd(source: ByteSource, from: number): Promise<number> {
  let position = from;
  while (position < source.size) {
    const start = position;
    const bytes = await source.read(start, Math.min(source.size, start + READ_BYTES));
    while (position - start < bytes.length) {
      const length = bytes[position - start]!;
      position += 1 + length;
      if (length === 0) return position;
    }
  }

  return source.size;
}

/**
 * GIF: pictures, and extensions between them. Extensions that time, dispose, and repeat frames stay, and colour profiles.
 *
 * Plain text extensions go too: no viewer of today shows them.
 */

import { type ByteSource, InvalidMedia } from './byte-source.ts';
import { toLatin1 } from './bytes.ts';
import { type Cleaner, PlanBuilder } from './cleaning-plan.ts';
import { kindsOfXmp } from './xmp.ts';

const HEADER_BYTES = 13;
const IMAGE_BYTES = 10;
const IMAGE = 0x2c;
const EXTENSION = 0x21;
const TRAILER = 0x3b;
const GRAPHIC_CONTROL = 0xf9;
const APPLICATION = 0xff;
/** Name and authentication code of an application, behind a byte with their length. */
const NAME_BYTES = 11;

const LOOPS = /^(NETSCAPE2\.0|ANIMEXTS1\.0)$/;
/** Bytes of the sub-blocks of a loop: one with a number, perhaps one with a buffer size, and the end. */
const MAX_LOOP = 11;
const COLOUR_PROFILE = 'ICCRGBG1012';

/** Longest extension that is searched for a position, in bytes. */
const MAX_SEARCH = 64 * 1024;

/** Plans the cleaning of a GIF file. */
export const cleanGif: Cleaner = async (source) => {
  const plan = new PlanBuilder();
  const header = await source.read(0, HEADER_BYTES);
  let at = HEADER_BYTES + colourTableBytes(header[10]!);
  plan.keep(0, Math.min(at, source.size));

  let hasImage = false;
  while (at < source.size) {
    const [kind, label] = await source.read(at, Math.min(source.size, at + 2));
    const start = at;
    if (kind === TRAILER) {
      plan.keep(at, at + 1);
      if (at + 1 < source.size) plan.remove('personal');
      break;
    }
    if (kind === IMAGE) {
      at = await findImageEnd(source, start);
      plan.keep(start, at);
      hasImage = true;
    } else if (kind === EXTENSION && label !== undefined) {
      at = await findBlocksEnd(source, start + 2);
      await addExtension(plan, source, start, at, label);
    } else {
      // Browsers take any other byte as the trailer if a picture is before it, and show nothing otherwise.
      if (!hasImage) throw new InvalidMedia('Not a block');
      plan.insert(Uint8Array.of(TRAILER));
      plan.remove('personal');
      break;
    }
  }

  return plan.build(source.size);
};

async function addExtension(
  plan: PlanBuilder,
  source: ByteSource,
  start: number,
  end: number,
  label: number,
): Promise<void> {
  const nameAt = start + 3;
  const name = toLatin1(await source.read(Math.min(nameAt, end), Math.min(nameAt + NAME_BYTES, end)));
  const data = end - nameAt - NAME_BYTES;
  const isLoop = label === APPLICATION && LOOPS.test(name) && data <= MAX_LOOP;
  const isProfile = label === APPLICATION && name === COLOUR_PROFILE;
  if (label === GRAPHIC_CONTROL || isLoop || isProfile) plan.keep(start, end);
  else plan.remove(...kindsOfXmp(await source.read(start, Math.min(end, start + MAX_SEARCH))));
}

/** Returns where a picture's compressed data end. */
async function findImageEnd(source: ByteSource, start: number): Promise<number> {
  if (start + IMAGE_BYTES > source.size) return source.size;
  const descriptor = await source.read(start, start + IMAGE_BYTES);
  // Between the colours and the data, a byte has the size of the first codes.
  const dataAt = start + IMAGE_BYTES + colourTableBytes(descriptor[9]!) + 1;
  return await findBlocksEnd(source, Math.min(dataAt, source.size));
}

/** Returns the bytes of the colour table that a byte of flags announces. */
function colourTableBytes(flags: number): number {
  return flags & 0x80 ? 3 * 2 ** ((flags & 0x07) + 1) : 0;
}

/** Bytes that one step of a search reads. */
const STEP = 64 * 1024;

/** Returns where a list of sub-blocks ends. Each begins with its length; an empty one is the last. */
async function findBlocksEnd(source: ByteSource, from: number): Promise<number> {
  let at = from;
  while (at < source.size) {
    const start = at;
    const bytes = await source.read(start, Math.min(source.size, start + STEP));
    while (at - start < bytes.length) {
      const length = bytes[at - start]!;
      at += 1 + length;
      if (length === 0) return at;
    }
  }

  return source.size;
}

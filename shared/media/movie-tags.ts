import { concatBytes, fromLatin1, toLatin1, viewOf } from './bytes.ts';
import type { CleaningOptions, RemovedKind } from './cleaning-plan.ts';
import { cleanCover } from './cover-picture.ts';
import {
  BOX_HEADER_BYTES,
  type Box,
  FULL_BOX_BYTES,
  findBox,
  HANDLER_NAME_START,
  listBoxes,
  readText,
} from './iso-boxes.ts';
import { makeBox, padBox } from './make-box.ts';

/** The tags that a file keeps. Positions never stay. */
export interface TagPolicy {
  readonly options: CleaningOptions;
  /** Files without video keep title, performer, album, track, year, genre, and cover, because players show them. */
  readonly audioOnly: boolean;
}

/** Tags that players need: role and loudness of a track, and speed of slow motion. */
const PLAYBACK = /^(kind|ludt|com\.android\.capture\.fps|com\.apple\.quicktime\.full-frame-rate-.*)$/;

/** Tags that stay on request: maker, model, software, and date of a camera. */
const CAMERA = /^(©mak|©mod|©swr|©day|com\.apple\.quicktime\.(make|model|software|creationdate|camera\..+))$/;

/** Tags that players show for a file without video. */
const MUSIC =
  /^(©nam|©ART|aART|©alb|©gen|gnre|trkn|disk|cpil|pgap|covr|©day|iTunSMPB|titl|perf|albm|yrrc|chpl|com\.apple\.quicktime\.(title|artist|album|genre)|title|artist|album|album_artist|genre|track)$/;

/** Tags with a position or a place. */
const LOCATION = /^(©xyz|loci|gps.*|gpmd|camm|GPMF|.*location.*)$/i;

/** Tags with a date. */
const DATE = /^(©day|.*\.creationdate)$/;

/** The time zone of a date, which narrows down the place. */
const ZONE = /[+-]\d\d:?\d\d\0*$/;

/** Matches the value of `iTunSMPB`: hexadecimal numbers of samples, with which players join tracks without a gap. */
const GAP_INFORMATION = /^[\s\dA-F]*$/;

/** Bytes before the entries of a `keys` box: version and flags (4), and the number of entries (4). */
const KEYS_HEADER_BYTES = 8;

/** Bytes before the value of a `data` box: the type of the value (4) and its locale (4). */
const DATA_HEADER_BYTES = 8;

/** Maximum bytes of a key that are read as its name. */
const MAX_KEY_BYTES = 200;

/** Size of a year in a date, in bytes. */
const YEAR_BYTES = 4;

/** Returns whether a file keeps the tag with this name. */
function isKept(name: string, { options, audioOnly }: TagPolicy): boolean {
  return PLAYBACK.test(name) || (options.keepCameraData && CAMERA.test(name)) || (audioOnly && MUSIC.test(name));
}

/** Returns the kind of data in a tag that is removed. */
function kindOf(name: string): RemovedKind {
  if (LOCATION.test(name)) return 'location';
  return CAMERA.test(name) || name === '©too' ? 'camera' : 'personal';
}

interface CleanedTags {
  /** The cleaned box, with the size of the original. */
  readonly replacement: Uint8Array<ArrayBuffer>;
  /** Empty if nothing was found. */
  readonly removed: ReadonlySet<RemovedKind>;
}

/**
 * Returns a box without the tags that a file doesn't keep, padded to its size. The box is `udta` with texts of
 * QuickTime and 3GPP, or `meta` with the lists of iTunes and QuickTime.
 */
export async function cleanTags(bytes: Uint8Array<ArrayBuffer>, box: Box, policy: TagPolicy): Promise<CleanedTags> {
  const tags = new Tags(bytes, policy);
  const keptTags = box.type === 'udta' ? await tags.keepUserData(box) : await tags.keepMeta(box);
  return { replacement: padBox(keptTags, box.end - box.start), removed: tags.removed };
}

/** Selects the tags of one box, and records the kinds of the removed tags. */
class Tags {
  readonly removed = new Set<RemovedKind>();
  readonly #bytes: Uint8Array<ArrayBuffer>;
  readonly #view: DataView;
  readonly #policy: TagPolicy;

  constructor(bytes: Uint8Array<ArrayBuffer>, policy: TagPolicy) {
    this.#bytes = bytes;
    this.#view = viewOf(bytes);
    this.#policy = policy;
  }

  /** Returns the box with the tags that stay, or no bytes if no tag stays. */
  async keepUserData(udta: Box): Promise<Uint8Array> {
    const keptBoxes: Uint8Array[] = [];
    for (const box of this.#list(udta.payloadStart, udta.end)) {
      if (box.type === 'meta') {
        keptBoxes.push(await this.keepMeta(box));
      } else if (isKept(box.type, this.#policy) && !this.#hasZone(box)) {
        keptBoxes.push(this.#bytes.subarray(box.start, box.end));
      } else {
        this.#drop(box, kindOf(box.type));
      }
    }

    const content = concatBytes(...keptBoxes);
    return content.length > 0 ? makeBox('udta', content) : content;
  }

  /** Returns the box with the tags that stay, or no bytes if no tag stays. */
  async keepMeta(meta: Box): Promise<Uint8Array> {
    // The box has a version before the first child in MP4, but not in QuickTime.
    const skip = readText(this.#bytes, meta.payloadStart + 4, meta.payloadStart + 8) === 'hdlr' ? 0 : FULL_BOX_BYTES;
    const boxes = this.#list(meta.payloadStart + skip, meta.end);
    const hdlr = findBox(boxes, 'hdlr');
    const keysBox = findBox(boxes, 'keys');
    const keys = keysBox && this.#list(keysBox.payloadStart + KEYS_HEADER_BYTES, keysBox.end);
    const keptKeys: Uint8Array[] = [];
    const items: Uint8Array[] = [];

    for (const box of boxes) {
      if (box === hdlr) {
        // The name is removed below.
        this.#drop({ payloadStart: box.payloadStart + HANDLER_NAME_START, end: box.end }, 'personal');
      } else if (box.type === 'ilst') {
        items.push(...(await this.#keepItems(box, keys, keptKeys)));
      } else if (box !== keysBox) {
        this.#drop(box, kindOf(box.type));
      }
    }
    if (!hdlr || items.length === 0) return new Uint8Array(0);

    // The zero is an empty name.
    const handlerStart = this.#bytes.subarray(hdlr.payloadStart, hdlr.payloadStart + HANDLER_NAME_START);
    const handler = makeBox('hdlr', handlerStart, new Uint8Array(1));
    const keysHeader = new Uint8Array(KEYS_HEADER_BYTES);
    viewOf(keysHeader).setUint32(FULL_BOX_BYTES, keptKeys.length);
    const list = makeBox('ilst', ...items);
    const keysAndList = keys ? concatBytes(makeBox('keys', keysHeader, ...keptKeys), list) : list;

    return makeBox('meta', new Uint8Array(skip), handler, keysAndList);
  }

  /**
   * Returns the items that stay, and adds their keys to `keptKeys`. With keys, the type of an item is the number of its
   * key, from 1.
   */
  async #keepItems(list: Box, keys: readonly Box[] | undefined, keptKeys: Uint8Array[]): Promise<Uint8Array[]> {
    const items: Uint8Array[] = [];
    for (const item of this.#list(list.payloadStart, list.end)) {
      const key = keys?.[this.#view.getUint32(item.start + 4) - 1];
      const name = keys ? this.#textOf(key) : this.#nameOf(item);
      const values = isKept(name, this.#policy) ? await this.#keepValues(item, name) : undefined;
      if (!values) {
        this.#drop(item, kindOf(name));
        continue;
      }

      const type = this.#bytes.slice(item.start + 4, item.start + 8);
      if (key) {
        keptKeys.push(this.#bytes.subarray(key.start, key.end));
        viewOf(type).setUint32(0, keptKeys.length);
      }
      items.push(makeBox(type, values));
    }

    return items;
  }

  /** Returns the boxes with an item's values, or undefined if a value doesn't match the name. */
  async #keepValues(item: Box, name: string): Promise<Uint8Array | undefined> {
    const keptBoxes: Uint8Array[] = [];

    for (const box of this.#list(item.payloadStart, item.end)) {
      const isName = item.type === '----' && (box.type === 'mean' || box.type === 'name');
      if (isName) {
        keptBoxes.push(this.#bytes.subarray(box.start, box.end));
        continue;
      }
      if (box.type !== 'data') {
        this.#drop(box, 'personal');
        continue;
      }

      const start = box.payloadStart + DATA_HEADER_BYTES;
      const value = this.#bytes.slice(start, box.end);
      if (name === 'iTunSMPB' && !GAP_INFORMATION.test(readText(value, 0, value.length))) return undefined;

      const keptValue = await this.#keepValue(name, value);
      if (keptValue) keptBoxes.push(makeBox('data', this.#bytes.subarray(box.payloadStart, start), keptValue));
    }

    return keptBoxes.length > 0 ? concatBytes(...keptBoxes) : undefined;
  }

  /** Returns the part of a value that stays, or undefined if it is an unreadable cover. */
  async #keepValue(name: string, value: Uint8Array<ArrayBuffer>): Promise<Uint8Array | undefined> {
    const { options } = this.#policy;
    if (name === 'covr') {
      const cover = await cleanCover(value, options);
      for (const kind of cover ? cover.removed : (['personal'] as const)) this.removed.add(kind);
      return cover?.bytes;
    }

    if (name === '©day' && !options.keepCameraData && value.length > YEAR_BYTES) {
      // The year of an album stays. Players don't show the day of recording.
      this.removed.add('camera');
      return value.subarray(0, YEAR_BYTES);
    }

    if (DATE.test(name) && ZONE.test(toLatin1(value))) {
      this.removed.add('personal');
      return fromLatin1(toLatin1(value).replace(ZONE, ''));
    }

    return value;
  }

  /** Records the removal of a box, unless it is empty. */
  #drop({ payloadStart, end }: Pick<Box, 'payloadStart' | 'end'>, kind: RemovedKind): void {
    if (this.#bytes.subarray(payloadStart, end).some((byte) => byte !== 0)) this.removed.add(kind);
  }

  /** Returns whether a date has a time zone. */
  #hasZone({ type, payloadStart, end }: Box): boolean {
    return DATE.test(type) && ZONE.test(readText(this.#bytes, payloadStart, end));
  }

  /** Returns the name of an item of iTunes: its type, or the text of its `name` box. */
  #nameOf(item: Box): string {
    if (item.type !== '----') return item.type;
    const name = findBox(this.#list(item.payloadStart, item.end), 'name');
    return name ? readText(this.#bytes, name.payloadStart + FULL_BOX_BYTES, name.end) : '';
  }

  /** Returns the name that a key contains. */
  #textOf(key: Box | undefined): string {
    return key ? readText(this.#bytes, key.payloadStart, Math.min(key.end, key.payloadStart + MAX_KEY_BYTES)) : '';
  }

  /** Returns the boxes of a list. Records data after a wrong size as removed. */
  #list(start: number, end: number): Box[] {
    const boxes: Box[] = [];
    let position = start;
    while (end - position >= BOX_HEADER_BYTES) {
      const size = this.#view.getUint32(position);
      if (size < BOX_HEADER_BYTES || size > end - position) break;
      const [box] = listBoxes(this.#bytes, position, position + size);
      if (box) boxes.push(box);
      position += size;
    }

    this.#drop({ payloadStart: position, end }, 'personal');
    return boxes;
  }
}

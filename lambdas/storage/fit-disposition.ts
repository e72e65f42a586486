import { create as contentDisposition } from 'content-disposition';

/** The names and the type of a download. */
interface Download {
  /** The storage key. It ends with the name of the upload if an earlier version prepared it. */
  readonly key: string;
  /** The file's current name. */
  readonly fileName: string;
  readonly type: 'inline' | 'attachment';
}

/**
 * Signs a URL below a length, with the best content disposition that fits.
 *
 * The disposition is escaped twice in a URL, so a character can take 18 bytes. If a name doesn't fit:
 * - If the storage key ends with the name, the name is omitted: browsers then save the file under the last path
 *   segment.
 * - Otherwise, the name is shortened, and keeps its extension. If the path leaves no room, the name is omitted.
 *
 * Explicit names are preferred, because Chrome may change the extension of a name from a path to match the content
 * type.
 *
 * @param sign - signs a URL with this disposition
 * @param limit - the URL is shorter than this number of bytes, unless even the URL without a name is longer
 */
export function fitDisposition(
  sign: (disposition: string) => string,
  { key, fileName, type }: Download,
  limit: number,
): string {
  const completeUrl = sign(contentDisposition(fileName, { type }));
  if (completeUrl.length < limit) return completeUrl;

  const unnamedUrl = sign(type);
  if (key.endsWith(`/${fileName}`)) return unnamedUrl;

  // The fallback for browsers from before 2012 would take a sixth of the room.
  const signWithName = (name: string) => sign(contentDisposition(name, { type, fallback: false }));
  const name = shortenName(fileName, (candidate) => signWithName(candidate).length < limit);
  return name === undefined ? unnamedUrl : signWithName(name);
}

/** Returns the longest beginning of a name that fits, with the name's extension; undefined if no beginning fits. */
function shortenName(name: string, fits: (candidate: string) => boolean): string | undefined {
  const [, stem = name, extension = ''] = /^(.+)(\.[^.]+)$/.exec(name) ?? [];
  // Segments keep emojis and accented letters whole.
  const characters = Array.from(new Intl.Segmenter().segment(stem), ({ segment }) => segment);
  const shorten = (count: number) => `${characters.slice(0, count).join('').trimEnd()}${extension}`;

  let shortest = 0;
  let longest = characters.length;
  while (shortest < longest) {
    const count = Math.ceil((shortest + longest) / 2);
    if (fits(shorten(count))) shortest = count;
    else longest = count - 1;
  }

  return shortest > 0 ? shorten(shortest) : undefined;
}

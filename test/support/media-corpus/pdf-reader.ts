/**
 * A small reader of PDF documents with a table as index. It shares no code with the cleaning, which uses pdf-lib.
 */
import { inflateSync } from 'node:zlib';
import { decodePicture } from './pictures.ts';

/** A dictionary, an array, a reference such as `4 0 R`, or the text of another value. */
type Value = string | readonly Value[] | { readonly [key: string]: Value };

/** An object of a document: its value, and the bytes of its stream if it has one. */
interface PdfObject {
  readonly value: Value;
  readonly stream: Buffer | undefined;
}

/** What a viewer draws of a page. */
export interface ReadPage {
  /** Entries such as `/MediaBox`, with all references resolved. */
  readonly entries: string;
  /** The drawing operators. */
  readonly content: string;
  /** Pixels of each picture, in Base64, by name. */
  readonly photos: Readonly<Record<string, string | undefined>>;
}

/** Matches a delimiter, a text in parentheses or in hexadecimal digits, a name, a reference, or another word. */
const TOKEN = /<<|>>|\[|\]|\((?:\\.|[^\\()])*\)|<[\da-f\s]*>|\/[^\s/<>[\]()]*|\d+ \d+ R|[^\s/<>[\]()]+/gi;

/** Parses the first value of a text. */
function parse(text: string): Value {
  const tokens = text.match(TOKEN) ?? [];
  let at = 0;

  /** Parses the value that starts at the current token, and moves behind it. */
  const parseNext = (): Value => {
    const token = tokens[at++];
    if (token === '[') {
      const items: Value[] = [];
      while (tokens[at] !== ']' && at < tokens.length) items.push(parseNext());
      at += 1;

      return items;
    }
    if (token !== '<<') return token ?? 'null';

    const entries: [string, Value][] = [];
    while (tokens[at] !== '>>' && at < tokens.length) entries.push([String(parseNext()), parseNext()]);
    at += 1;

    return Object.fromEntries(entries);
  };

  return parseNext();
}

/** Returns an entry of a dictionary. Other values have no entries. */
const entryOf = (value: Value | undefined, key: string): Value | undefined =>
  typeof value === 'object' && !Array.isArray(value) ? (value as Record<string, Value>)[key] : undefined;

/** A document, whose objects are found through the table at its end. */
class PdfDocument {
  readonly #bytes: Buffer;
  readonly #text: string;
  readonly #offsets = new Map<number, number>();
  trailer: Value = {};

  constructor(bytes: Uint8Array) {
    this.#bytes = Buffer.from(bytes);
    this.#text = this.#bytes.toString('latin1');
    const start = Number(/startxref\s+(\d+)\s+%%EOF\s*$/.exec(this.#text.slice(-200))?.[1]);
    this.#readTable(start);
  }

  /** Reads the table of offsets at this place, its trailer, and the tables of earlier revisions. */
  #readTable(at: number): void {
    const table = /^xref\s+((?:\d+ \d+\s+|\d{10} \d{5} [nf]\s*)+)trailer\s*/.exec(this.#text.slice(at));
    if (!table) throw new Error('No table');

    let id = 0;
    for (const [, number, kind] of table[1]!.matchAll(/(\d+) \d+(?: ([nf]))?/g)) {
      // A line without a kind starts a section, and its first number is the section's first ID. The kind `n` is an
      // object in use. Newer tables are read first, so their offsets stay.
      if (!kind) id = Number(number);
      else {
        if (kind === 'n' && !this.#offsets.has(id)) this.#offsets.set(id, Number(number));
        id += 1;
      }
    }

    const trailer = parse(this.#text.slice(at + table[0].length).split('startxref')[0]!);
    if (Object.keys(this.trailer).length === 0) this.trailer = trailer;

    const previousTable = entryOf(trailer, '/Prev');
    if (previousTable) this.#readTable(Number(previousTable));
  }

  /** Returns the object that a reference names, or the value itself. */
  resolve(value: Value | undefined): PdfObject {
    const id = typeof value === 'string' ? /^(\d+) \d+ R$/.exec(value)?.[1] : undefined;
    if (!id) return { value: value ?? 'null', stream: undefined };

    const at = this.#offsets.get(Number(id));
    const head = at === undefined ? undefined : new RegExp(`^\\s*${id} \\d+ obj`).exec(this.#text.slice(at, at + 40));
    if (at === undefined || !head) return { value: 'missing', stream: undefined };

    return this.#readObject(at + head[0].length);
  }

  /** Reads the value of an object, and its stream if it has one, from behind the object's head. */
  #readObject(start: number): PdfObject {
    const body = /^[\s\S]*?(?=endobj|stream\r?\n)/.exec(this.#text.slice(start))?.[0] ?? '';
    const value = parse(body);

    const marker = /^stream\r?\n/.exec(this.#text.slice(start + body.length))?.[0];
    if (!marker) return { value, stream: undefined };

    const length = Number(this.resolve(entryOf(value, '/Length')).value);
    const data = this.#bytes.subarray(start + body.length + marker.length).subarray(0, length);
    return { value, stream: entryOf(value, '/Filter') === '/FlateDecode' ? inflateSync(data) : data };
  }

  /** Returns a value with all references resolved, except to parents. */
  expand(value: Value | undefined): Value {
    const { value: ownValue, stream } = this.resolve(value);
    if (Array.isArray(ownValue)) return ownValue.map((item) => this.expand(item));
    if (typeof ownValue !== 'object') return ownValue;

    // The bytes of pictures are compared as pixels.
    const isPicture = entryOf(ownValue, '/Filter') === '/DCTDecode';
    const bytes: Value = stream && !isPicture ? { stream: stream.toString('latin1') } : {};
    const entries = Object.entries(ownValue)
      .filter(([key]) => !/^\/(Parent|Length|Metadata|PieceInfo|Thumb)$/.test(key))
      .toSorted(([a], [b]) => (a < b ? -1 : 1));
    return { ...bytes, ...Object.fromEntries(entries.map(([key, item]) => [key, this.expand(item)])) };
  }

  /** Returns the pages below a node of the tree. */
  pagesOf(node: Value | undefined): Value[] {
    const { value } = this.resolve(node);
    const kids = this.resolve(entryOf(value, '/Kids')).value;
    return Array.isArray(kids) ? kids.flatMap((kid) => this.pagesOf(kid)) : [value];
  }
}

/** Decodes the pictures of a page. */
async function readPhotos(document: PdfDocument, page: Value): Promise<ReadPage['photos']> {
  const resources = document.resolve(entryOf(page, '/Resources')).value;
  const objects = document.resolve(entryOf(resources, '/XObject')).value;

  const photos: Record<string, string | undefined> = {};
  for (const [name, object] of Object.entries(typeof objects === 'object' ? objects : {})) {
    const { stream } = document.resolve(object);
    photos[name] = stream && (await decodePicture(stream))?.pixels.toString('base64');
  }

  return photos;
}

/** Reads the pages of a PDF. Throws an error if the index or the page tree is broken. */
export async function readPdfPages(bytes: Uint8Array): Promise<ReadPage[]> {
  const document = new PdfDocument(bytes);
  const catalog = document.resolve(entryOf(document.trailer, '/Root')).value;
  const pages: ReadPage[] = [];

  for (const page of document.pagesOf(entryOf(catalog, '/Pages'))) {
    pages.push({
      entries: JSON.stringify(document.expand(page)),
      content: document.resolve(entryOf(page, '/Contents')).stream?.toString('latin1') ?? '',
      photos: await readPhotos(document, page),
    });
  }

  return pages;
}

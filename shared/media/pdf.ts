import {
  PDFArray,
  type PDFContext,
  PDFDict,
  PDFName,
  PDFNumber,
  type PDFObject,
  PDFParser,
  PDFRawStream,
  PDFRef,
  PDFStream,
  PDFStreamWriter,
  PDFWriter,
} from '@cantoo/pdf-lib';
import type { ByteSource } from './byte-source.ts';
import { concatBytes } from './bytes.ts';
import {
  type CleaningOptions,
  type CleaningPlan,
  keepUnreadable,
  keepWhole,
  type RemovedKind,
} from './cleaning-plan.ts';
import { cleanCover } from './cover-picture.ts';
import { inflate } from './inflate.ts';
import { countRevisions, hasOuterBytes } from './pdf-revisions.ts';
import { kindsOfXmp } from './xmp.ts';

/** Maximum size in bytes of a PDF that is rewritten. Reading, checking, and writing hold about six copies. */
export const MAX_PDF_SIZE = 50 * 1024 * 1024;

/** Number of objects after which reading and writing let the page respond. */
const OBJECTS_PER_TICK = 1500;

/** Returns the PDF object of a name, which can be a key or a value. */
const toName = (text: string) => PDFName.of(text);

/** Entries of any object that don't draw anything: XMP, data of editors, and small pictures of pages. */
const HIDDEN_ENTRIES = ['Metadata', 'PieceInfo', 'Thumb'].map(toName);

/**
 * Plans the cleaning of PDF. Removes properties, XMP, data of editors, thumbnails, earlier revisions, and metadata of
 * pictures. Streams keep their bytes, so that pages look the same. Encrypted, signed, and large documents stay
 * unchanged.
 */
export async function cleanPdf(source: ByteSource, options: CleaningOptions): Promise<CleaningPlan> {
  if (source.size > MAX_PDF_SIZE) return keepUnreadable(source.size);

  const document = await readAndStrip(await source.read(0, source.size), options);
  if (!document) return keepUnreadable(source.size);
  if (document.removed.size === 0) return keepWhole(source.size);

  const { context, removed } = document;
  const pageCount = countPages(context);
  const Writer = context.pdfFileDetails.useObjectStreams ? PDFStreamWriter : PDFWriter;
  const bytes = concatBytes(await Writer.forContext(context, OBJECTS_PER_TICK).serializeToBuffer());

  // Cleans the result again as a check, because the server would replace a file in which each cleaning finds something.
  const result = await readAndStrip(bytes, options);
  const isClean = result?.removed.size === 0 && countPages(result.context) === pageCount;
  if (!isClean) return keepUnreadable(source.size);

  return { parts: [bytes], size: bytes.length, removed };
}

/** Returns the number of pages, or undefined if the PDF can't be read. */
export async function countPdfPages(source: ByteSource): Promise<number | undefined> {
  if (source.size > MAX_PDF_SIZE) return undefined;

  const context = await readDocument(await source.read(0, source.size));
  return context && countPages(context);
}

/** A readable document without its metadata, and the kinds of the removed metadata. */
interface StrippedDocument {
  readonly context: PDFContext;
  readonly removed: ReadonlySet<RemovedKind>;
}

/** Reads a document and removes its metadata. Returns undefined if it is unreadable or signed. */
async function readAndStrip(bytes: Uint8Array, options: CleaningOptions): Promise<StrippedDocument | undefined> {
  const context = await readDocument(bytes);
  const removed = context && (await stripDocument(context, options));
  if (!context || !removed) return undefined;

  if (hasOuterBytes(bytes) || countRevisions(bytes) > 1) removed.add('personal');
  return { context, removed };
}

/** Returns the document, or undefined if it is encrypted or broken. */
async function readDocument(bytes: Uint8Array): Promise<PDFContext | undefined> {
  try {
    const throwOnInvalidObject = true;
    const parser = PDFParser.forBytesWithOptions(bytes, OBJECTS_PER_TICK, throwOnInvalidObject);
    const context = await parser.parseDocument();
    return countPages(context) !== undefined && !context.trailerInfo.Encrypt ? context : undefined;
  } catch {
    return undefined;
  }
}

/** Returns the number of pages that a document states, or undefined if it isn't a valid number. */
function countPages(context: PDFContext): number | undefined {
  const catalog = context.lookup(context.trailerInfo.Root);
  const pages = catalog instanceof PDFDict ? catalog.lookup(toName('Pages')) : undefined;
  const count = pages instanceof PDFDict ? pages.lookup(toName('Count')) : undefined;
  if (!(count instanceof PDFNumber)) return undefined;

  const number = count.asNumber();
  return Number.isInteger(number) && number >= 0 ? number : undefined;
}

/** Removes the metadata of a document. Returns the removed kinds, or undefined if the document is signed. */
async function stripDocument(context: PDFContext, options: CleaningOptions): Promise<Set<RemovedKind> | undefined> {
  const removed = new Set<RemovedKind>();
  const info = context.lookup(context.trailerInfo.Info);
  if (info && !(info instanceof PDFDict && info.keys().length === 0)) removed.add('personal');
  context.trailerInfo.Info = undefined;

  const queue = new ObjectQueue(context);
  queue.add(context.trailerInfo.Root);
  queue.add(context.trailerInfo.ID);

  for (let entry = queue.take(); entry; entry = queue.take()) {
    const { object, ref } = entry;
    const dict = object instanceof PDFStream ? object.dict : object;
    if (dict instanceof PDFArray) {
      for (const item of dict.asArray()) queue.add(item);
    }
    if (!(dict instanceof PDFDict)) continue;

    // A signature covers the bytes of the file, which must stay.
    if (dict.has(toName('ByteRange'))) return undefined;
    await removeEntries(context, dict, removed);
    for (const [, value] of dict.entries()) queue.add(value);
    if (ref && object instanceof PDFRawStream) await cleanPicture(context, ref, object, options, removed);
  }

  deleteUnreachable(context, queue.reachableRefs, info, removed);
  return removed;
}

/** An object of a document. Only an object that others refer to has a reference. */
interface QueuedObject {
  readonly object: PDFObject;
  readonly ref: PDFRef | undefined;
}

/** The objects that a document refers to. Returns each of them once. */
class ObjectQueue {
  readonly reachableRefs = new Set<PDFRef>();
  readonly #context: PDFContext;
  readonly #pendingObjects: QueuedObject[] = [];

  constructor(context: PDFContext) {
    this.#context = context;
  }

  /** Adds an object, or the object that a reference stands for. */
  add(object: PDFObject | undefined): void {
    if (!(object instanceof PDFRef)) {
      if (object) this.#pendingObjects.push({ object, ref: undefined });
      return;
    }
    if (this.reachableRefs.has(object)) return;

    this.reachableRefs.add(object);
    const referencedObject = this.#context.lookup(object);
    if (referencedObject) this.#pendingObjects.push({ object: referencedObject, ref: object });
  }

  /** Removes and returns an object. */
  take(): QueuedObject | undefined {
    return this.#pendingObjects.pop();
  }
}

/**
 * Deletes the objects that a document doesn't refer to. Indexes and streams of objects reveal nothing, because the
 * writer creates them again. The caller has already counted `info`.
 */
function deleteUnreachable(
  context: PDFContext,
  reachableRefs: ReadonlySet<PDFRef>,
  info: PDFObject | undefined,
  removed: Set<RemovedKind>,
): void {
  for (const [ref, object] of context.enumerateIndirectObjects()) {
    if (reachableRefs.has(ref)) continue;

    const type = object instanceof PDFRawStream ? object.dict.get(toName('Type')) : undefined;
    const isIndex = type === toName('XRef') || type === toName('ObjStm');
    if (!isIndex && object !== info) removed.add('personal');
    context.delete(ref);
  }

  context.largestObjectNumber = context.enumerateIndirectObjects().at(-1)?.[0].objectNumber ?? 0;
}

/** Removes the hidden entries of an object. Adds their kinds to `removed`. */
async function removeEntries(context: PDFContext, dict: PDFDict, removed: Set<RemovedKind>): Promise<void> {
  for (const key of HIDDEN_ENTRIES) {
    if (!dict.has(key)) continue;

    const value = context.lookup(dict.get(key));
    const packet = value instanceof PDFRawStream ? await readPacket(value) : new Uint8Array();
    for (const kind of kindsOfXmp(packet)) removed.add(kind);
    dict.delete(key);
  }
}

/** Maximum size in bytes of an XMP packet that is searched for a position. */
const MAX_PACKET_BYTES = 1024 * 1024;

/** Returns the bytes of a stream, without its usual compression. */
async function readPacket({ dict, contents }: PDFRawStream): Promise<Uint8Array> {
  const isDeflated = onlyFilterOf(dict) === toName('FlateDecode');
  return isDeflated ? inflate(new Uint8Array(contents), MAX_PACKET_BYTES) : contents;
}

/** Returns the filter of a stream, unless it has none or several. */
function onlyFilterOf(dict: PDFDict): PDFObject | undefined {
  const filter = dict.lookup(toName('Filter'));
  return filter instanceof PDFArray && filter.size() === 1 ? filter.lookup(0) : filter;
}

/** Cleans a picture of a document. A JPEG picture is a whole file, with all metadata of its camera. */
async function cleanPicture(
  context: PDFContext,
  ref: PDFRef,
  stream: PDFRawStream,
  options: CleaningOptions,
  removed: Set<RemovedKind>,
) {
  if (onlyFilterOf(stream.dict) !== toName('DCTDecode')) return;

  const picture = await cleanCover(new Uint8Array(stream.contents), options);
  if (!picture || picture.removed.size === 0) return;

  for (const kind of picture.removed) removed.add(kind);
  context.assign(ref, PDFRawStream.of(stream.dict, picture.bytes));
}

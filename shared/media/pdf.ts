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
import { countRevisions, findOuterBytes } from './pdf-revisions.ts';
import { kindsOfXmp } from './xmp.ts';

/** Maximum size in bytes of a PDF that is rewritten. Reading, checking, and writing hold about six copies. */
export const MAX_PDF_SIZE = 50 * 1024 * 1024;

/** Number of objects after which reading and writing let the page respond. */
const OBJECTS_PER_TICK = 1500;

/** Returns the PDF object of a name, which can be a key or a value. */
const toName = (text: string) => PDFName.of(text);

/** Entries of any object that don't draw anything: XMP, data of editors, and small pictures of pages. */
const HIDDEN_ENTRIES = ['Metadata', 'PieceInfo', 'Thumb'].map(toName);

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

/** Returns the number of pages, or undefined if the PDF can't be read. */
export async function countPdfPages(source: ByteSource): Promise<number | undefined> {
  if (source.size > MAX_PDF_SIZE) return undefined;

  const context = await readDocument(await source.read(0, source.size));
  return context && countPages(context);
}

/** Removes the metadata of a document. Returns the removed kinds, or undefined if the document is signed. */
async function stripDocument(context: PDFContext, options: CleaningOptions): Promise<Set<RemovedKind> | undefined> {
  const removed = new Set<RemovedKind>();
  const info = context.lookup(context.trailerInfo.Info);
  if (info && !(info instanceof PDFDict && info.keys().length === 0)) removed.add('personal');
  context.trailerInfo.Info = undefined;

  // Visits all objects that the document refers to.
  const reachableRefs = new Set<PDFRef>();
  const pendingObjects: (readonly [PDFObject, PDFRef | undefined])[] = [];

  const visit = (object: PDFObject | undefined) => {
    if (!(object instanceof PDFRef)) {
      if (object) pendingObjects.push([object, undefined]);
      return;
    }
    if (reachableRefs.has(object)) return;

    reachableRefs.add(object);
    const target = context.lookup(object);
    if (target) pendingObjects.push([target, object]);
  };

  visit(context.trailerInfo.Root);
  visit(context.trailerInfo.ID);

  for (let entry = pendingObjects.pop(); entry; entry = pendingObjects.pop()) {
    const [object, ref] = entry;
    const dict = object instanceof PDFStream ? object.dict : object;
    if (dict instanceof PDFArray) {
      for (const item of dict.asArray()) visit(item);
    }
    if (!(dict instanceof PDFDict)) continue;

    // A signature covers the bytes of the file, which must stay.
    if (dict.has(toName('ByteRange'))) return undefined;
    await removeEntries(context, dict, removed);
    for (const [, value] of dict.entries()) visit(value);
    if (ref && object instanceof PDFRawStream) await cleanPicture(context, ref, object, options, removed);
  }

  // Deletes the other objects. Indexes and streams of objects reveal nothing, because the writer creates them again.
  for (const [ref, object] of context.enumerateIndirectObjects()) {
    if (reachableRefs.has(ref)) continue;

    const type = object instanceof PDFRawStream ? object.dict.get(toName('Type')) : undefined;
    const isIndex = type === toName('XRef') || type === toName('ObjStm');
    if (!isIndex && object !== info) removed.add('personal');
    context.delete(ref);
  }

  context.largestObjectNumber = context.enumerateIndirectObjects().at(-1)?.[0].objectNumber ?? 0;
  return removed;
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
const MAX_PACKET = 1024 * 1024;

/** Returns the bytes of a stream, without its usual compression. */
async function readPacket({ dict, contents }: PDFRawStream): Promise<Uint8Array> {
  const isDeflated = onlyFilterOf(dict) === toName('FlateDecode');
  return isDeflated ? inflate(new Uint8Array(contents), MAX_PACKET) : contents;
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

/** A readable document without its metadata, and the kinds of the removed metadata. */
interface Findings {
  readonly context: PDFContext;
  readonly removed: ReadonlySet<RemovedKind>;
}

/** Reads a document and removes its metadata. Returns undefined if it is unreadable or signed. */
async function readAndStrip(bytes: Uint8Array, options: CleaningOptions): Promise<Findings | undefined> {
  const context = await readDocument(bytes);
  const removed = context && (await stripDocument(context, options));
  if (!context || !removed) return undefined;

  if (findOuterBytes(bytes) || countRevisions(bytes) > 1) removed.add('personal');
  return { context, removed };
}

/**
 * Plans the cleaning of PDF. Removes properties, XMP, data of editors, thumbnails, earlier revisions, and metadata of
 * pictures. Streams keep their bytes, so that pages look the same. Encrypted, signed, and large documents stay
 * unchanged.
 */
export async function cleanPdf(source: ByteSource, options: CleaningOptions): Promise<CleaningPlan> {
  if (source.size > MAX_PDF_SIZE) return keepUnreadable(source.size);

  const findings = await readAndStrip(await source.read(0, source.size), options);
  if (!findings) return keepUnreadable(source.size);
  if (findings.removed.size === 0) return keepWhole(source.size);

  const { context, removed } = findings;
  const pages = countPages(context);
  const Writer = context.pdfFileDetails.useObjectStreams ? PDFStreamWriter : PDFWriter;
  const bytes = concatBytes(await Writer.forContext(context, OBJECTS_PER_TICK).serializeToBuffer());

  // Cleans the result again as a check, because the server would replace a file in which each cleaning finds something.
  const findingsInResult = await readAndStrip(bytes, options);
  const isClean = findingsInResult?.removed.size === 0 && countPages(findingsInResult.context) === pages;
  if (!isClean) return keepUnreadable(source.size);

  return { parts: [bytes], size: bytes.length, removed };
}

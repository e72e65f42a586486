import { deflateSync } from 'node:zlib';
import type { ContainerSample } from './container-sample.ts';
import { createExif } from './exif-block.ts';
import { APP1, insertSegments, segment } from './jpeg-samples.ts';
import { SECRET } from './media-sample.ts';
import { createPicture } from './pictures.ts';
import { XMP } from './text-blocks.ts';

/** The drawing operators of the page, which shows the picture. */
const PAGE_CONTENT = Buffer.from('q 64 0 0 48 20 20 cm /Photo Do Q');

/** Objects by ID: a value, or a stream with its dictionary. */
type Objects = Readonly<Record<number, string | readonly [dict: string, data: Uint8Array]>>;

/** Appends objects, an index, and a trailer to a document. */
function appendObjects(document: Buffer, objects: Objects, trailer: string): Buffer {
  let bytes = document;
  const entries = Object.entries(objects).map(([id, object]) => {
    const at = bytes.length;
    const [dict, data] = typeof object === 'string' ? [object, undefined] : object;
    const stream = data ? [Buffer.from('\nstream\n'), data, Buffer.from('\nendstream')] : [];
    const head = data ? dict.replace('>>', `/Length ${data.length}>>`) : dict;

    bytes = Buffer.concat([bytes, Buffer.from(`${id} 0 obj\n${head}`), ...stream, Buffer.from('\nendobj\n')]);
    return `${id} 1\n${String(at).padStart(10, '0')} 00000 n \n`;
  });

  const end = `xref\n0 1\n0000000000 65535 f \n${entries.join('')}trailer\n${trailer}\nstartxref\n${bytes.length}\n%%EOF\n`;
  return Buffer.concat([bytes, Buffer.from(end)]);
}

/** The start of a document. The second line tells programs that the file is binary. */
const HEADER = Buffer.from('%PDF-1.4\n%\xe2\xe3\xcf\xd3\n', 'latin1');

/** The dictionary of the picture, a JPEG. */
const PICTURE_DICTIONARY =
  '<</Type/XObject/Subtype/Image/Width 64/Height 48/ColorSpace/DeviceRGB/BitsPerComponent 8/Filter/DCTDecode>>';

/** The root of the document. */
const CATALOG = '<</Type/Catalog/Pages 2 0 R>>';

/** The entries of the page that it needs. */
const PAGE_ENTRIES = '/MediaBox[0 0 200 200]/Contents 4 0 R/Resources<</XObject<</Photo 5 0 R>>>>';

/** Returns the page's dictionary, optionally with more entries. */
const buildPage = (extraEntries = '') => `<</Type/Page/Parent 2 0 R${extraEntries}${PAGE_ENTRIES}>>`;

/** Returns the trailer, optionally with more entries. */
const buildTrailer = (extraEntries = '') => `<</Size 20/Root 1 0 R${extraEntries}>>`;

/** Returns a document of one page with a picture. Changed objects replace those of the plain document. */
function createDocument(jpeg: Buffer, changedObjects: Objects = {}, trailerEntries = ''): Buffer {
  const plainObjects: Objects = {
    1: CATALOG,
    2: '<</Type/Pages/Kids[3 0 R]/Count 1>>',
    3: buildPage(),
    4: ['<<>>', PAGE_CONTENT],
    5: [PICTURE_DICTIONARY, jpeg],
  };
  return appendObjects(HEADER, { ...plainObjects, ...changedObjects }, buildTrailer(trailerEntries));
}

/** Returns documents with metadata in all places. */
function createSamples(jpeg: Buffer): ContainerSample[] {
  const buildDocument = (changedObjects: Objects, trailerEntries = '') =>
    createDocument(jpeg, changedObjects, trailerEntries);
  const toSample = (
    name: string,
    bytes: Buffer,
    removes: ContainerSample['removes'] = ['personal'],
  ): ContainerSample => ({
    name: `PDF ${name}`,
    contentType: 'application/pdf',
    bytes: new Uint8Array(bytes),
    removes,
    keeps: [PAGE_CONTENT, jpeg.subarray(20)],
  });

  const withXmp = buildDocument({
    1: '<</Type/Catalog/Pages 2 0 R/Metadata 6 0 R>>',
    6: ['<</Type/Metadata/Subtype/XML>>', XMP],
  });
  const withXmpOfPicture = buildDocument({
    5: [PICTURE_DICTIONARY.replace('>>', '/Metadata 6 0 R>>'), jpeg],
    6: ['<</Filter/FlateDecode>>', deflateSync(XMP)],
  });
  const withThumbnail = buildDocument({
    3: buildPage('/Thumb 6 0 R'),
    6: ['<</Width 1/Height 1>>', Buffer.from(SECRET)],
  });
  const cameraPicture = insertSegments(jpeg, segment(APP1, 'Exif\0\0', createExif()));

  const firstRevision = buildDocument({ 1: `<</Type/Catalog/Pages 2 0 R/Lang(${SECRET})>>` });
  const previousTable = `/Prev ${firstRevision.lastIndexOf('xref\n0 1')}`;
  const secondRevision = appendObjects(firstRevision, { 1: CATALOG }, buildTrailer(previousTable));

  return [
    toSample('with properties', buildDocument({ 6: `<</Author(${SECRET})/Producer(Nautilus)>>` }, '/Info 6 0 R')),
    toSample('with XMP', withXmp, ['location', 'personal']),
    toSample('with XMP of a picture', withXmpOfPicture, ['location', 'personal']),
    toSample('with data of an editor', buildDocument({ 3: buildPage(`/PieceInfo<</App<</Private(${SECRET})>>>>`) })),
    toSample('with a thumbnail', withThumbnail),
    toSample('with a camera picture', buildDocument({ 5: [PICTURE_DICTIONARY, cameraPicture] }), [
      'location',
      'personal',
      'camera',
    ]),
    toSample('with an unused object', buildDocument({ 6: `(${SECRET})` })),
    toSample('with an earlier revision', secondRevision),
    toSample('with trailing data', Buffer.concat([buildDocument({}), Buffer.from(SECRET)])),
    toSample('with bytes before the header', Buffer.concat([Buffer.from(`${SECRET}\n`), buildDocument({})])),
  ];
}

/** Returns the samples of PDF, and documents that must stay as they are. */
export async function createPdfSamples(): Promise<{ samples: ContainerSample[]; untouched: Record<string, Buffer> }> {
  const jpeg = await createPicture().jpeg().toBuffer();

  return {
    samples: createSamples(jpeg),
    untouched: {
      encrypted: createDocument(jpeg, { 6: '<</Filter/Standard/V 1/R 2/O(x)/U(x)/P -4>>' }, '/Encrypt 6 0 R'),
      signed: createDocument(jpeg, {
        1: '<</Type/Catalog/Pages 2 0 R/AcroForm<</Fields[6 0 R]>>>>',
        6: '<</FT/Sig/V<</Type/Sig/ByteRange[0 9 20 9]>>>>',
        7: `(${SECRET})`,
      }),
      'without a catalog': createDocument(jpeg, { 1: '<<>>' }),
    },
  };
}

import { SECRET } from './media-sample.ts';

/** An XMP packet with a position, a name, and a serial number. */
export const XMP = Buffer.from(
  `<?xpacket begin="\ufeff" id="W5M0MpCehiHzreSzNTczkc9d"?><x:xmpmeta xmlns:x="adobe:ns:meta/">` +
    `<rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#"><rdf:Description rdf:about=""` +
    ` xmlns:exif="http://ns.adobe.com/exif/1.0/" xmlns:aux="http://ns.adobe.com/exif/1.0/aux/"` +
    ` xmlns:photoshop="http://ns.adobe.com/photoshop/1.0/" exif:GPSLatitude="47,33.2057N"` +
    ` exif:GPSLongitude="122,19.9463W" aux:SerialNumber="${SECRET}" photoshop:AuthorsPosition="${SECRET}"/>` +
    `</rdf:RDF></x:xmpmeta><?xpacket end="w"?>`,
);

/** The IPTC data of a press photo inside Photoshop's resources, as JPEG and TIFF have it. */
export function createPhotoshopBlock({ city = `City ${SECRET}` } = {}): Buffer {
  // A dataset: tag marker, application record, number, length of the text, and the text.
  const buildDataset = (dataset: number, text: string) =>
    Buffer.concat([Buffer.from([0x1c, 2, dataset, 0, text.length]), Buffer.from(text, 'latin1')]);
  // By-line, city, and caption.
  const iptc = Buffer.concat([buildDataset(80, `Byline ${SECRET}`), buildDataset(90, city), buildDataset(120, SECRET)]);
  const size = Buffer.alloc(4);
  size.writeUInt32BE(iptc.length);

  return Buffer.concat([
    // A resource with the ID 0x0404 (IPTC) and an empty name.
    Buffer.from('Photoshop 3.0\x008BIM\x04\x04\0\0', 'latin1'),
    size,
    iptc,
    Buffer.alloc(iptc.length % 2),
  ]);
}

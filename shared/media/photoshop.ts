/**
 * Photoshop's resources in a JPEG file, which contain the IPTC record of press photos.
 */

import { toLatin1, viewOf } from './bytes.ts';
import type { RemovedKind } from './cleaning-plan.ts';

/** The start of a segment with the resources. */
export const PHOTOSHOP = 'Photoshop 3.0\0';

/** The number of the resource that contains the IPTC record. */
const IPTC_RESOURCE = 0x0404;

/** Numbers of IPTC fields with a place: content location, city, sublocation, province, and country. */
const PLACES = new Set([26, 27, 90, 92, 95, 100, 101]);

/** Returns the kinds of data in the resources. Unreadable data counts as personal. */
export function kindsOfPhotoshop(payload: Uint8Array): readonly RemovedKind[] {
  return listIptcRecords(payload).some(namesPlace) ? ['location', 'personal'] : ['personal'];
}

/** Returns the IPTC records among the resources. The last one may be cut off. */
function listIptcRecords(payload: Uint8Array): Uint8Array[] {
  const view = viewOf(payload);
  const records: Uint8Array[] = [];

  for (let position = PHOTOSHOP.length; position + 12 <= payload.length; ) {
    if (toLatin1(payload.subarray(position, position + 4)) !== '8BIM') break;
    // A name with its length precedes the size. The name and the data are padded to an even number of bytes.
    const sizeStart = position + 6 + evenSize(1 + payload[position + 6]!);
    if (sizeStart + 4 > payload.length) break;

    const dataStart = sizeStart + 4;
    const size = view.getUint32(sizeStart);
    if (view.getUint16(position + 4) === IPTC_RESOURCE) records.push(payload.subarray(dataStart, dataStart + size));
    position = dataStart + evenSize(size);
  }

  return records;
}

/** Returns whether an IPTC record contains a place. A field is a mark, two numbers, a length, and a text. */
function namesPlace(record: Uint8Array): boolean {
  const view = viewOf(record);

  for (let position = 0; position + 5 < record.length && record[position] === 0x1c; ) {
    const length = view.getUint16(position + 3);
    if (record[position + 1] === 2 && PLACES.has(record[position + 2]!) && length > 0) return true;
    // Longer texts have another format, which the fields of places don't need. So the search can stop.
    if (length > 0x7fff) return false;
    position += 5 + length;
  }

  return false;
}

const evenSize = (size: number) => size + (size % 2);

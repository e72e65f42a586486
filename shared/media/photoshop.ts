/**
 * Photoshop's resources in a JPEG file, which hold the IPTC record of press photos.
 */

import { toLatin1, viewOf } from './bytes.ts';
import type { RemovedKind } from './cleaning-plan.ts';

/** How a segment with the resources starts. */
export const PHOTOSHOP = 'Photoshop 3.0\0';

const IPTC_RESOURCE = 0x0404;
/** Content location, city, sublocation, province, and country, in the record that describes the picture. */
const PLACES = new Set([26, 27, 90, 92, 95, 100, 101]);

/** Returns what a member loses with the resources. What can't be read counts as personal. */
export function kindsOfPhotoshop(payload: Uint8Array): readonly RemovedKind[] {
  return resourcesIn(payload).some(namesPlace) ? ['location', 'personal'] : ['personal'];
}

/** Returns the IPTC records among the resources. The last one may be cut off. */
function resourcesIn(payload: Uint8Array): Uint8Array[] {
  const view = viewOf(payload);
  const records: Uint8Array[] = [];

  for (let at = PHOTOSHOP.length; at + 12 <= payload.length; ) {
    if (toLatin1(payload.subarray(at, at + 4)) !== '8BIM') break;
    // A name with its length, and a size. Each is padded to an even number of bytes.
    const sizeAt = at + 6 + evenSize(1 + payload[at + 6]!);
    if (sizeAt + 4 > payload.length) break;
    const size = view.getUint32(sizeAt);
    if (view.getUint16(at + 4) === IPTC_RESOURCE) records.push(payload.subarray(sizeAt + 4, sizeAt + 4 + size));
    at = sizeAt + 4 + evenSize(size);
  }

  return records;
}

/** Returns whether an IPTC record has a place. Its fields are a mark, two numbers, a length, and a text. */
function namesPlace(record: Uint8Array): boolean {
  const view = viewOf(record);

  for (let at = 0; at + 5 < record.length && record[at] === 0x1c; ) {
    const length = view.getUint16(at + 3);
    if (record[at + 1] === 2 && PLACES.has(record[at + 2]!) && length > 0) return true;
    // Longer texts have another form. Places don't need it, and nothing is lost but the word for it.
    if (length > 0x7fff) return false;
    at += 5 + length;
  }

  return false;
}

const evenSize = (size: number) => size + (size % 2);

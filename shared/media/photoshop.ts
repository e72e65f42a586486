/**
 * Photoshop's resources in a JPEG file. One resource contains the IPTC data of press photos: a list of datasets, which
 * the Information Interchange Model (IIM) specifies.
 */

import { toLatin1, viewOf } from './bytes.ts';
import type { RemovedKind } from './cleaning-plan.ts';

/** The start of a segment with the resources. */
export const PHOTOSHOP = 'Photoshop 3.0\0';

/** The ID of the resource that contains the IPTC data. */
const IPTC_RESOURCE = 0x0404;

/** Size of the smallest resource in bytes: signature (4), ID (2), empty name (2), and size of the data (4). */
const MIN_RESOURCE_BYTES = 12;

/** The first byte of a dataset. */
const TAG_MARKER = 0x1c;

/** The number of the IIM record with the description of the photo. */
const APPLICATION_RECORD = 2;

/** Numbers of datasets with a place. */
const PLACES = new Set([
  ...[26, 27], // content location: code and name
  ...[90, 92, 95], // city, sublocation, province or state
  ...[100, 101], // country: code and name
]);

/** Bytes of a dataset before its text: tag marker, record number, dataset number, and length of the text (2). */
const DATASET_HEADER_BYTES = 5;

/** Maximum length of a dataset's text in bytes. Extended datasets have the highest bit of the length set. */
const MAX_TEXT_BYTES = 0x7fff;

/** Returns the kinds of data in the resources. Unreadable data counts as personal. */
export function kindsOfPhotoshop(payload: Uint8Array): readonly RemovedKind[] {
  return listIptcBlocks(payload).some(namesPlace) ? ['location', 'personal'] : ['personal'];
}

/** Returns the data of the IPTC resources. The last one may be cut off. */
function listIptcBlocks(payload: Uint8Array): Uint8Array[] {
  const view = viewOf(payload);
  const blocks: Uint8Array[] = [];

  for (let position = PHOTOSHOP.length; position + MIN_RESOURCE_BYTES <= payload.length; ) {
    if (toLatin1(payload.subarray(position, position + 4)) !== '8BIM') break;
    // A name with its length precedes the size. The name and the data are padded to an even number of bytes.
    const sizeStart = position + 6 + evenSize(1 + payload[position + 6]!);
    if (sizeStart + 4 > payload.length) break;

    const dataStart = sizeStart + 4;
    const size = view.getUint32(sizeStart);
    if (view.getUint16(position + 4) === IPTC_RESOURCE) blocks.push(payload.subarray(dataStart, dataStart + size));
    position = dataStart + evenSize(size);
  }

  return blocks;
}

/** Returns whether one of the datasets is a place. */
function namesPlace(block: Uint8Array): boolean {
  const view = viewOf(block);

  for (let position = 0; position + DATASET_HEADER_BYTES < block.length && block[position] === TAG_MARKER; ) {
    const [record, dataset] = block.subarray(position + 1, position + 3);
    const length = view.getUint16(position + 3);
    if (record === APPLICATION_RECORD && PLACES.has(dataset!) && length > 0) return true;
    // Places don't need the longer texts of extended datasets. So the search can stop.
    if (length > MAX_TEXT_BYTES) return false;
    position += DATASET_HEADER_BYTES + length;
  }

  return false;
}

const evenSize = (size: number) => size + (size % 2);

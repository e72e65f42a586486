import { toLatin1 } from './bytes.ts';
import type { RemovedKind } from './cleaning-plan.ts';

/** Names of properties with a position or a place. */
const LOCATION =
  /GPSL(?:at|ong)itude|photoshop:(?:City|State|Country)|Iptc4xmp(?:Core|Ext):(?:Location|City|CountryCode)/;

/** Returns the kinds of data in an XMP packet. */
export function kindsOfXmp(packet: Uint8Array): readonly RemovedKind[] {
  // Without zeros, the names in UTF-16 are those in UTF-8.
  return LOCATION.test(toLatin1(packet).replaceAll('\0', '')) ? ['location', 'personal'] : ['personal'];
}

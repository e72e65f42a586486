import { toLatin1 } from './bytes.ts';
import type { RemovedKind } from './cleaning-plan.ts';

/** Names of properties with a position or a place. */
const LOCATION = /GPSL(?:at|ong)itude|photoshop:City|Iptc4xmp(?:Core|Ext):(?:Location|City)/;

/** Returns the kinds of data in an XMP packet. */
export function kindsOfXmp(packet: Uint8Array): readonly RemovedKind[] {
  return LOCATION.test(toLatin1(packet)) ? ['location', 'personal'] : ['personal'];
}

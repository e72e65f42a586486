import { toLatin1 } from './bytes.ts';
import type { RemovedKind } from './cleaning-plan.ts';

const LOCATION = /GPSL(?:at|ong)itude|photoshop:City|Iptc4xmp(?:Core|Ext):(?:Location|City)/;

/** Returns what a member loses with an XMP packet. */
export function kindsOfXmp(packet: Uint8Array): readonly RemovedKind[] {
  return LOCATION.test(toLatin1(packet)) ? ['location', 'personal'] : ['personal'];
}

import { ZONE_LABELS, type ZoneLabel } from '../../../shared/rules/zones.ts';

/** Texts of the ocean's parts that load with the page. */
export const texts = {
  charted: (zones: readonly ZoneLabel[]) =>
    `Charted: ${zones.length} of ${ZONE_LABELS.length} zones, ${zones.length > 1 ? 'down to' : 'the'} ${zones.at(-1)}`,
} as const;

import { formatWhole } from '../../platform/text/format-number.ts';

/** Texts of the dialog that lists the zones. */
export const texts = {
  heading: 'Zones',
  lead: 'Everyone falls in at the Surface and sinks to the bottom. Every 10 m of ascent charts the next zone.',
  charted: 'Charted',
  next: (metres: number) => `Charted at ${formatWhole(metres)} m`,
  unknown: 'Not charted yet',
  nextCreature: 'Something moves down there',
  close: 'Close',
} as const;

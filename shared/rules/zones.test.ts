/** Tests of the depth zones: eleven zones of 10 m, with labels and visual values by level. See docs/product.md#depth. */
import { describe, expect, it } from 'vitest';
import { chartedZones, metresToChart, ZONE_LABELS, zoneAt } from './zones.ts';

/** The zones as the specification lists them. At level n: 10 + 5n particles, 0.2 − 0.02n bubbles, 0.1 − 0.01n light. */
const SPECIFIED_ZONES = [
  { level: 0, depthLabel: 'Surface', particleDensity: 10, bubbleFrequency: 0.2, lightIntensity: 0.1 },
  { level: 1, depthLabel: 'Sunlight Zone', particleDensity: 15, bubbleFrequency: 0.18, lightIntensity: 0.09 },
  { level: 2, depthLabel: 'Twilight Zone - Upper', particleDensity: 20, bubbleFrequency: 0.16, lightIntensity: 0.08 },
  { level: 3, depthLabel: 'Twilight Zone - Mid', particleDensity: 25, bubbleFrequency: 0.14, lightIntensity: 0.07 },
  { level: 4, depthLabel: 'Twilight Zone - Lower', particleDensity: 30, bubbleFrequency: 0.12, lightIntensity: 0.06 },
  // From here on, the light has its minimum of 0.05.
  { level: 5, depthLabel: 'Midnight Zone - Upper', particleDensity: 35, bubbleFrequency: 0.1, lightIntensity: 0.05 },
  { level: 6, depthLabel: 'Midnight Zone - Mid', particleDensity: 40, bubbleFrequency: 0.08, lightIntensity: 0.05 },
  { level: 7, depthLabel: 'Midnight Zone - Lower', particleDensity: 45, bubbleFrequency: 0.06, lightIntensity: 0.05 },
  // From here on, the bubbles have their minimum of 0.05.
  { level: 8, depthLabel: 'Abyssal Zone', particleDensity: 50, bubbleFrequency: 0.05, lightIntensity: 0.05 },
  { level: 9, depthLabel: 'Hadal Zone', particleDensity: 55, bubbleFrequency: 0.05, lightIntensity: 0.05 },
  { level: 10, depthLabel: 'Challenger Deep', particleDensity: 60, bubbleFrequency: 0.05, lightIntensity: 0.05 },
];

/** The shortest distance below a boundary that a depth can have, in metres. */
const ONE_MICROMETRE = 0.000001;

describe('zoneAt', () => {
  it.each(SPECIFIED_ZONES)('sets the specified particles, bubbles, and light of level $level: $depthLabel', (zone) => {
    expect(zoneAt(zone.level * 10)).toEqual(zone);
  });

  it('changes the zone every ten metres, in the order of the labels', () => {
    expect(SPECIFIED_ZONES.map(({ depthLabel }) => depthLabel)).toEqual(ZONE_LABELS);

    for (let level = 1; level < ZONE_LABELS.length; level++) {
      // Compares all values of the zone: they depend on its level, not on the depth.
      expect(zoneAt(level * 10 - ONE_MICROMETRE)).toEqual(SPECIFIED_ZONES[level - 1]);
      expect(zoneAt(level * 10)).toEqual(SPECIFIED_ZONES[level]);
    }
  });

  it('stays in the first zone below 0 m, and in the last zone above 100 m', () => {
    expect(zoneAt(-1)).toEqual(zoneAt(0));
    expect(zoneAt(11_000)).toEqual(zoneAt(100));
  });
});

describe('chartedZones', () => {
  it.each<[metres: number, count: number, deepest: string]>([
    [-1, 1, 'Surface'],
    [0, 1, 'Surface'],
    [9.99, 1, 'Surface'],
    [10, 2, 'Sunlight Zone'],
    [25, 3, 'Twilight Zone - Upper'],
    [99.99, 10, 'Hadal Zone'],
    [100, 11, 'Challenger Deep'],
    [10_000, 11, 'Challenger Deep'],
  ])('charts at %d m the first %i zones, down to %s', (metres, count, deepest) => {
    expect(chartedZones(metres)).toEqual(ZONE_LABELS.slice(0, count));
    expect(chartedZones(metres).at(-1)).toBe(deepest);
  });
});

describe('metresToChart', () => {
  it('returns the least depth that charts each zone', () => {
    for (const [level, label] of ZONE_LABELS.entries()) {
      expect(chartedZones(metresToChart(level)).at(-1)).toBe(label);
      if (level > 0) expect(chartedZones(metresToChart(level) - ONE_MICROMETRE)).not.toContain(label);
    }
  });
});

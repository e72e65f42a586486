import { describe, expect, it } from 'vitest';
import { chartedZones, metresToChart, ZONE_LABELS, zoneAt } from './zones.ts';

describe('zones', () => {
  it.each<
    [
      metres: number,
      level: number,
      label: string,
      particleDensity: number,
      bubbleFrequency: number,
      lightIntensity: number,
    ]
  >([
    [-1, 0, 'Surface', 10, 0.2, 0.1],
    [0, 0, 'Surface', 10, 0.2, 0.1],
    [9.99, 0, 'Surface', 10, 0.2, 0.1],
    [10, 1, 'Sunlight Zone', 15, 0.18, 0.09],
    [20, 2, 'Twilight Zone - Upper', 20, 0.16, 0.08],
    [30, 3, 'Twilight Zone - Mid', 25, 0.14, 0.07],
    [40, 4, 'Twilight Zone - Lower', 30, 0.12, 0.06],
    [50, 5, 'Midnight Zone - Upper', 35, 0.1, 0.05],
    [60, 6, 'Midnight Zone - Mid', 40, 0.08, 0.05],
    [70, 7, 'Midnight Zone - Lower', 45, 0.06, 0.05],
    [80, 8, 'Abyssal Zone', 50, 0.05, 0.05],
    [90, 9, 'Hadal Zone', 55, 0.05, 0.05],
    [99.99, 9, 'Hadal Zone', 55, 0.05, 0.05],
    [100, 10, 'Challenger Deep', 60, 0.05, 0.05],
    [11_000, 10, 'Challenger Deep', 60, 0.05, 0.05],
  ])('maps %d m to zone %i: %s', (metres, level, depthLabel, particleDensity, bubbleFrequency, lightIntensity) => {
    expect(zoneAt(metres)).toEqual({ level, depthLabel, particleDensity, bubbleFrequency, lightIntensity });
  });

  it('changes the zone every ten metres, in the order of the labels', () => {
    expect(Array.from({ length: 11 }, (_, level) => zoneAt(level * 10).depthLabel)).toEqual(ZONE_LABELS);
    expect(zoneAt(9.99).depthLabel).toBe('Surface');
    expect(zoneAt(10_000)).toEqual(zoneAt(100));
  });

  it('sets the specified particles, bubbles and light of a zone', () => {
    expect(zoneAt(0)).toMatchObject({ particleDensity: 10, bubbleFrequency: 0.2, lightIntensity: 0.1 });
    expect(zoneAt(35)).toMatchObject({ particleDensity: 25, bubbleFrequency: 0.14, lightIntensity: 0.07 });
    expect(zoneAt(100)).toMatchObject({ particleDensity: 60, bubbleFrequency: 0.05, lightIntensity: 0.05 });
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

  it('begins each zone at the depth that charts it', () => {
    for (const [level, label] of ZONE_LABELS.entries()) {
      expect(chartedZones(metresToChart(level)).at(-1)).toBe(label);
      if (level > 0) expect(chartedZones(metresToChart(level) - 0.000001)).not.toContain(label);
    }
  });
});

import { describe, expect, it } from 'vitest';
import { ZONE_LABELS, zoneAt } from './zones.ts';

describe('zones', () => {
  it('change every ten metres, in the order of their labels', () => {
    expect(Array.from({ length: 11 }, (_, level) => zoneAt(level * 10).depthLabel)).toEqual(ZONE_LABELS);
    expect(zoneAt(9.99).depthLabel).toBe('Surface');
    expect(zoneAt(10_000)).toEqual(zoneAt(100));
  });

  it('have the specified particles, bubbles and light', () => {
    expect(zoneAt(0)).toMatchObject({ particleDensity: 10, bubbleFrequency: 0.2, lightIntensity: 0.1 });
    expect(zoneAt(35)).toMatchObject({ particleDensity: 25, bubbleFrequency: 0.14, lightIntensity: 0.07 });
    expect(zoneAt(100)).toMatchObject({ particleDensity: 60, bubbleFrequency: 0.05, lightIntensity: 0.05 });
  });
});

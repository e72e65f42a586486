import { describe, expect, it } from 'vitest';
import { ZONE_LABELS, zoneOf } from './zones.ts';

describe('zones', () => {
  it('change every ten metres, in the order of their labels', () => {
    expect(Array.from({ length: 11 }, (_, level) => zoneOf(level * 10).depthLabel)).toEqual(ZONE_LABELS);
    expect(zoneOf(9.99).depthLabel).toBe('Surface');
    expect(zoneOf(10_000)).toEqual(zoneOf(100));
  });

  it('have the particles, bubbles and light of the specification', () => {
    expect(zoneOf(0)).toMatchObject({ particleDensity: 10, bubbleFrequency: 0.2, lightIntensity: 0.1 });
    expect(zoneOf(35)).toMatchObject({ particleDensity: 25, bubbleFrequency: 0.14, lightIntensity: 0.07 });
    expect(zoneOf(100)).toMatchObject({ particleDensity: 60, bubbleFrequency: 0.05, lightIntensity: 0.05 });
  });
});

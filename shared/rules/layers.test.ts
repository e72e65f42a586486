/** Tests of the four layers of the home page. See docs/product.md#layers. */
import { readFileSync } from 'node:fs';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { LAYERS, layerAt } from './layers.ts';

const PRODUCT = readFileSync(new URL('../../docs/product.md', import.meta.url), 'utf8').replace(/\s+/g, ' ');

describe('layerAt', () => {
  it.each<[metres: number, name: string]>([
    [-0.5, 'Fathom'],
    [0, 'Fathom'],
    [99.999999, 'Fathom'],
    [100, 'Mid-Ocean'],
    [999.999999, 'Mid-Ocean'],
    [1000, 'Shallow Waters'],
    [9999.999999, 'Shallow Waters'],
    [10_000, 'Surface'],
    [11_000, 'Surface'],
  ])('returns the layer at %d m: %s', (metres, name) => expect(layerAt(metres).name).toBe(name));

  it('never returns a deeper layer for a greater depth', () => {
    const anyMetres = fc.double({ min: -100, max: 12_000, noNaN: true });
    fc.assert(
      fc.property(anyMetres, anyMetres, (first, second) => {
        const lowerLayer = layerAt(Math.min(first, second));
        const higherLayer = layerAt(Math.max(first, second));
        expect(lowerLayer.from).toBeLessThanOrEqual(higherLayer.from);
      }),
    );
  });
});

describe('LAYERS', () => {
  it('covers every metre with one layer', () => {
    for (const [index, { to }] of LAYERS.slice(0, -1).entries()) expect(LAYERS[index + 1]!.from).toBe(to + 1);
  });

  it('matches the layers of docs/product.md', () => {
    const formatMetres = (metres: number) => metres.toLocaleString('en');
    const ranges = LAYERS.map(
      ({ name, from, to }) => `${name} (${from === to ? '' : `${formatMetres(from)} to `}${formatMetres(to)} m)`,
    );

    expect(PRODUCT).toContain(`${ranges.slice(0, -1).join(', ')}, and ${ranges.at(-1)}`);
  });
});

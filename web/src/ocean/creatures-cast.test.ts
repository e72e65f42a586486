/** Tests of which creatures are shown: of charted zones only, and all of them in turn. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { CREATURES, castAt, MAX_CHARTED_CREATURES } from './creatures-cast.ts';

/** The level of the last of the eleven zones. The levels count from 0. */
const LAST_LEVEL = 10;

const levels = fc.nat(LAST_LEVEL);
const steps = fc.nat(500);
const seeds = fc.nat();
/** Returns the names of the charted creatures on screen. A step replaces one of them. Each visit has another seed. */
const namesAt = (level: number, step: number, seed: number) =>
  castAt(level, step, seed).chartedCreatures.map(({ name }) => name);

describe('castAt', () => {
  it('shows a few different creatures, only of charted zones', () => {
    fc.assert(
      fc.property(levels, steps, seeds, (level, step, seed) => {
        const { chartedCreatures } = castAt(level, step, seed);
        const chartedNames = CREATURES.slice(0, level + 1).flat();

        expect(chartedCreatures.length).toBe(Math.min(MAX_CHARTED_CREATURES, chartedNames.length));
        expect(new Set(chartedCreatures.map(({ name }) => name)).size).toBe(chartedCreatures.length);

        for (const creature of chartedCreatures) {
          expect(creature.level).toBeLessThanOrEqual(level);
          expect(CREATURES[creature.level]).toContain(creature.name);
        }
      }),
    );
  });

  it('shows one creature of the next zone, and none once all zones are charted', () => {
    fc.assert(
      fc.property(levels, steps, seeds, (level, step, seed) => {
        const { nextCreature } = castAt(level, step, seed);
        if (level === LAST_LEVEL) expect(nextCreature).toBeUndefined();
        else expect(CREATURES[level + 1]).toContain(nextCreature?.name);
      }),
    );
  });

  it('starts with the creatures of the last charted zone', () => {
    const firstStep = 0;
    const anySeed = 7;

    for (const [level, names] of CREATURES.entries()) {
      expect(namesAt(level, firstStep, anySeed)).toEqual(expect.arrayContaining(names.slice(0, MAX_CHARTED_CREATURES)));
    }
  });

  it('replaces one creature with every step, and shows all in turn', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: LAST_LEVEL }), seeds, (level, seed) => {
        const allCreatures = CREATURES.slice(0, level + 1).flat();
        const visibleNames = new Set<string>();

        for (let step = 0; step < allCreatures.length; step += 1) {
          const currentNames = namesAt(level, step, seed);
          const nextNames = namesAt(level, step + 1, seed);
          expect(currentNames.filter((name, place) => nextNames[place] !== name)).toHaveLength(1);
          for (const name of nextNames) visibleNames.add(name);
        }

        expect(visibleNames.size).toBe(allCreatures.length);
      }),
    );
  });

  it('orders the creatures differently in other visits', () => {
    const orders = [1, 2, 3, 4, 5].map((seed) => [0, 3, 6].flatMap((step) => namesAt(LAST_LEVEL, step, seed)).join());
    expect(new Set(orders).size).toBeGreaterThan(1);
  });
});

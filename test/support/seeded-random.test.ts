import { randomUUID } from 'node:crypto';
import * as fc from 'fast-check';
import { ulid } from 'ulid';
import { describe, expect, it, vi } from 'vitest';
import { SEED } from './seed.ts';

/** Starts the sequence of this file's random values again. */
async function restart(): Promise<void> {
  vi.resetModules();
  await import('./seeded-random.ts');
}

describe('random values of a test file', () => {
  it.each([
    ['numbers', () => Math.random()],
    ['UUIDs', () => randomUUID()],
    ['UUIDs of the web API', () => crypto.randomUUID()],
    ['ULIDs', () => ulid(1)],
  ])('random values repeat from the seed: %s', async (_, generate) => {
    await restart();
    const firstValues = [generate(), generate(), generate()];
    expect(new Set(firstValues).size).toBe(3);

    await restart();
    expect([generate(), generate(), generate()]).toEqual(firstValues);
  });

  it('random UUIDs have version 4', () => {
    const VERSION_4 = /^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/;
    for (let count = 0; count < 100; count++) expect(randomUUID()).toMatch(VERSION_4);
  });

  it('property tests use the seed of the run', () => {
    expect(fc.readConfigureGlobal().seed).toBe(SEED);
  });
});

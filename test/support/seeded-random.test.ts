import { randomUUID } from 'node:crypto';
import * as fc from 'fast-check';
import { ulid } from 'ulid';
import { describe, expect, it, vi } from 'vitest';
import { SEED } from './seed.ts';

/** Restarts the sequence of random values in this test file. Also replaces functions that are already imported. */
async function restartRandomSequence(): Promise<void> {
  vi.resetModules();
  await import('./seeded-random.ts');
}

describe('random values of a test file', () => {
  it.each([
    ['numbers', () => Math.random()],
    ['UUIDs', () => randomUUID()],
    ['UUIDs from the Web Crypto API', () => crypto.randomUUID()],
    // At a fixed time, only the random part of a ULID differs.
    ['ULIDs', () => ulid(1)],
  ])('random values repeat from the seed: %s', async (_, generate) => {
    await restartRandomSequence();
    const firstValues = [generate(), generate(), generate()];
    expect(new Set(firstValues).size).toBe(3);

    await restartRandomSequence();
    expect([generate(), generate(), generate()]).toEqual(firstValues);
  });

  it('random UUIDs have version 4', () => {
    const version4Pattern = /^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/;
    for (let count = 0; count < 100; count++) expect(randomUUID()).toMatch(version4Pattern);
  });

  it('property tests use the seed of the run', () => {
    expect(fc.readConfigureGlobal().seed).toBe(SEED);
  });
});

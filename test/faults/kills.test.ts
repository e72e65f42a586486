import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { getAssembly } from '../support/assemblies.ts';
import { runKillRounds } from './kill-rounds.ts';
import { UNLIMITED_CONDUCT } from './killable-cloud.ts';

const directory = mkdtempSync(join(tmpdir(), 'fathom-kills-'));
afterAll(() => rmSync(directory, { recursive: true, force: true }));

describe('a cloud that is killed under load', () => {
  it('keeps every acknowledged operation once after a kill and restart, and nothing half-done', async () => {
    const { rounds, final, violations } = await runKillRounds({
      directory,
      assembly: await getAssembly(UNLIMITED_CONDUCT),
      rounds: 2,
      seed: 1,
    });

    for (const round of [...rounds, final]) expect(round).toMatchObject({ lost: 0, duplicated: 0, contradictions: [] });
    expect(violations).toEqual([]);
    expect(rounds.map(({ killed }) => killed)).toEqual(['cloud', 'database, then cloud']);
    for (const { interrupted } of rounds) expect(interrupted).toBeGreaterThan(0);
    // The timeout ends a run that hangs. The rounds take minutes on a busy machine.
  }, 900_000);
});

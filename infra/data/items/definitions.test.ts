/**
 * Tests that docs/backup-and-verification.md and the definitions of items name every invariant: a rule about stored
 * data that `npm run verify-table` checks.
 */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { ITEM_DEFINITIONS } from './definitions.ts';
import { INVARIANTS } from './invariants.ts';
import { ITEM_INVARIANTS } from './item-checks.ts';

describe('ITEM_DEFINITIONS', () => {
  it('documents a correction for every invariant', () => {
    const document = readFileSync(join(import.meta.dirname, '../../../docs/backup-and-verification.md'), 'utf8');
    const [, table = ''] = document.split('| Invariant | Meaning | Correction |');
    const rows = table.split('\n\n', 1)[0]!.split('\n');
    // The first cell of a row has one or more names, such as `follow-pairs`. Dashes alone divide the header.
    const words = rows.flatMap((row) => row.split('|')[1]?.match(/[a-z-]+/g) ?? []);
    const documentedNames = words.filter((word) => /[a-z]/.test(word));

    const names = Object.keys({ ...ITEM_INVARIANTS, ...INVARIANTS });
    expect(documentedNames.toSorted()).toEqual(names.toSorted());
  });

  it('lists every invariant with at least one item type', () => {
    const namedInvariants = Object.values(ITEM_DEFINITIONS).flatMap(({ invariants }) =>
      'uncheckedBecause' in invariants ? [] : invariants,
    );
    expect(Object.keys(INVARIANTS).filter((name) => !namedInvariants.includes(name as never))).toEqual([]);
  });
});

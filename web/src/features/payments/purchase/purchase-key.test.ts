/** Tests of the idempotency key of a purchase: the same for retries, another for another choice. */
import { describe, expect, it } from 'vitest';
import { PurchaseKey } from './purchase-key.ts';

/** Creates a `PurchaseKey` whose keys are numbered in the order of their creation. */
function createPurchaseKey(): PurchaseKey {
  let count = 0;

  return new PurchaseKey(() => {
    count += 1;
    return `key-${count}`;
  });
}

describe('PurchaseKey', () => {
  it('keeps the key for retries of the same choice', () => {
    const purchaseKey = createPurchaseKey();

    expect(purchaseKey.forChoice('100 by card')).toBe('key-1');
    expect(purchaseKey.forChoice('100 by card')).toBe('key-1');
  });

  it('creates a key for each change of the choice', () => {
    const purchaseKey = createPurchaseKey();

    const keys = ['100', '200', '100'].map((choice) => purchaseKey.forChoice(choice));

    expect(keys).toEqual(['key-1', 'key-2', 'key-3']);
  });

  it('creates a key after a reset', () => {
    const purchaseKey = createPurchaseKey();
    purchaseKey.forChoice('100');

    purchaseKey.reset();

    expect(purchaseKey.forChoice('100')).toBe('key-2');
  });
});

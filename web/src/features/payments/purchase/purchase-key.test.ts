import { describe, expect, it } from 'vitest';
import { PurchaseKey } from './purchase-key.ts';

function createPurchaseKey(): PurchaseKey {
  let count = 0;
  return new PurchaseKey(() => {
    count += 1;
    return `key-${count}`;
  });
}

describe('PurchaseKey', () => {
  it('keeps the key for retries of the same choice', () => {
    const key = createPurchaseKey();
    expect([key.forChoice('100 by card'), key.forChoice('100 by card')]).toEqual(['key-1', 'key-1']);
  });

  it('creates a key for each change of the choice', () => {
    const key = createPurchaseKey();
    expect(['100', '200', '100'].map((choice) => key.forChoice(choice))).toEqual(['key-1', 'key-2', 'key-3']);
  });

  it('creates a key after a reset', () => {
    const key = createPurchaseKey();
    key.forChoice('100');
    key.reset();
    expect(key.forChoice('100')).toBe('key-2');
  });
});

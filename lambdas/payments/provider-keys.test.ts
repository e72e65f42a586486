/** Tests of the keys of payment providers, which an operator stores as JSON in Secrets Manager. */
import { describe, expect, it } from 'vitest';
import * as z from 'zod';
import { parseKeys } from './provider-keys.ts';

const keys = z.object({ secretKey: z.string().min(1) });

describe('parseKeys', () => {
  it('returns the keys in the secret', () => {
    expect(parseKeys('{"secretKey":"sk_test_1","unused":"x"}', keys)).toEqual({ secretKey: 'sk_test_1' });
  });

  it.each(['{"secretKey":""}', '{}', 'sk_test_1', '', 'null'])('returns undefined for %j', (text) => {
    expect(parseKeys(text, keys)).toBeUndefined();
  });
});

import { expect, it } from 'vitest';
import * as z from 'zod';
import { keysFrom } from './provider-keys.ts';

const keys = z.object({ secretKey: z.string().min(1) });

it('are those that an operator has put in', () => {
  expect(keysFrom('{"secretKey":"sk_test_1","unused":"x"}', keys)).toEqual({ secretKey: 'sk_test_1' });
});

it.each(['{"secretKey":""}', '{}', 'sk_test_1', '', 'null'])(
  'are none while their secret is %s, and none are told',
  (text) => {
    expect(keysFrom(text, keys)).toBeUndefined();
  },
);

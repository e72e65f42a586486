/** Tests of the parser for the forms in which clients send parameters to Stripe's API. */
import { expect, it } from 'vitest';
import { parseForm, readList } from './form.ts';

it('nests fields with brackets in their names', () => {
  expect(parseForm('amount=500&metadata[uid]=a%20b&metadata%5Bpack%5D=small&a[b][c]=1')).toEqual({
    amount: '500',
    metadata: { uid: 'a b', pack: 'small' },
    a: { b: { c: '1' } },
  });
});

it('reads lists with and without indices', () => {
  expect(readList(parseForm('expand[]=charge&expand[]=payment_intent').expand)).toEqual(['charge', 'payment_intent']);
  expect(readList(parseForm('expand[0]=charge&expand[1]=payment_intent').expand)).toEqual(['charge', 'payment_intent']);
});

it('treats __proto__ and constructor as ordinary names', () => {
  const form = parseForm('__proto__[admin]=1&metadata[constructor]=x');
  expect(({} as Record<string, unknown>).admin).toBeUndefined();
  expect(Object.keys(form)).toEqual(['__proto__', 'metadata']);
  expect(form.metadata).toEqual({ constructor: 'x' });
});

it('keeps names with unbalanced brackets whole', () => {
  expect(parseForm('a[b=1&[c]=2')).toEqual({ 'a[b': '1', '[c]': '2' });
});

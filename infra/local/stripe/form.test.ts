import { expect, it } from 'vitest';
import { parseForm, textList } from './form.ts';

it('nests what has brackets in its name', () => {
  expect(parseForm('amount=500&metadata[uid]=a%20b&metadata%5Bpack%5D=small&a[b][c]=1')).toEqual({
    amount: '500',
    metadata: { uid: 'a b', pack: 'small' },
    a: { b: { c: '1' } },
  });
});

it('reads a list with indices and one without alike', () => {
  expect(textList(parseForm('expand[]=charge&expand[]=payment_intent').expand)).toEqual(['charge', 'payment_intent']);
  expect(textList(parseForm('expand[0]=charge&expand[1]=payment_intent').expand)).toEqual(['charge', 'payment_intent']);
});

it('takes names that mean something to JavaScript as any others', () => {
  const form = parseForm('__proto__[admin]=1&metadata[constructor]=x');
  expect(({} as Record<string, unknown>).admin).toBeUndefined();
  expect(Object.keys(form)).toEqual(['__proto__', 'metadata']);
  expect(form.metadata).toEqual({ constructor: 'x' });
});

it('leaves names with broken brackets as they are', () => {
  expect(parseForm('a[b=1&[c]=2')).toEqual({ 'a[b': '1', '[c]': '2' });
});

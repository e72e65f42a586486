import { expect, it } from 'vitest';
import { AttemptKey } from './attempt-key.ts';

function numbered(): AttemptKey {
  let count = 0;
  return new AttemptKey(() => {
    count += 1;
    return `key-${count}`;
  });
}

it('is kept while the same is tried again', () => {
  const key = numbered();
  expect([key.of('100 by card'), key.of('100 by card')]).toEqual(['key-1', 'key-1']);
});

it('is a new one for another choice, and for the first one after that', () => {
  const key = numbered();
  expect(['100', '200', '100'].map((choice) => key.of(choice))).toEqual(['key-1', 'key-2', 'key-3']);
});

it('is a new one when the same is bought once more', () => {
  const key = numbered();
  key.of('100');
  key.end();
  expect(key.of('100')).toBe('key-2');
});

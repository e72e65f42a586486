import { afterEach, expect, it } from 'vitest';
import { dismissToast, MOST_TOASTS, raiseToast, toasts } from './toasts.ts';

afterEach(() => toasts.set([]));

const shown = () => toasts.value.map(({ text }) => text);

it('says one thing after the other, and the same thing twice', () => {
  for (const text of ['A', 'B', 'B']) raiseToast(text);
  expect(shown()).toEqual(['A', 'B', 'B']);
  expect(new Set(toasts.value.map(({ id }) => id)).size).toBe(3);
});

it('lets the oldest make room', () => {
  for (let count = 0; count <= MOST_TOASTS; count += 1) raiseToast(String(count));
  expect(shown()).toEqual(['1', '2', '3']);
});

it('takes away the one that is dismissed, once', () => {
  for (const text of ['A', 'B']) raiseToast(text);
  const [{ id } = { id: Number.NaN }] = toasts.value;
  dismissToast(id);
  dismissToast(id);
  expect(shown()).toEqual(['B']);
});

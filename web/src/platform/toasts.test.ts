import { afterEach, describe, expect, it } from 'vitest';
import { dismissToast, MAX_TOASTS, showToast, toasts } from './toasts.ts';

afterEach(() => toasts.set([]));

const readTexts = () => toasts.value.map(({ text }) => text);

describe('toasts', () => {
  it('shows toasts in order, even twice with the same text', () => {
    for (const text of ['A', 'B', 'B']) showToast(text);
    expect(readTexts()).toEqual(['A', 'B', 'B']);
    expect(new Set(toasts.value.map(({ id }) => id)).size).toBe(3);
  });

  it('drops the oldest toast above the maximum', () => {
    const [oldestText, ...newerTexts] = Array.from({ length: MAX_TOASTS + 1 }, (_, index) => `Toast ${index}`);
    for (const text of [oldestText!, ...newerTexts]) showToast(text);

    expect(readTexts()).toEqual(newerTexts);
  });

  it('removes a dismissed toast, and ignores a second dismissal', () => {
    for (const text of ['A', 'B']) showToast(text);
    const { id } = toasts.value[0]!;

    dismissToast(id);
    dismissToast(id);
    expect(readTexts()).toEqual(['B']);
  });
});

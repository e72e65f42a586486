import { afterEach, describe, expect, it } from 'vitest';
import { dismissToast, MAX_TOASTS, showToast, toasts } from './toasts.ts';

afterEach(() => toasts.set([]));

const shownTexts = () => toasts.value.map(({ text }) => text);

describe('toasts', () => {
  it('appear in order, also twice with the same text', () => {
    for (const text of ['A', 'B', 'B']) showToast(text);
    expect(shownTexts()).toEqual(['A', 'B', 'B']);
    expect(new Set(toasts.value.map(({ id }) => id)).size).toBe(3);
  });

  it('drop the oldest above the maximum', () => {
    for (let count = 0; count <= MAX_TOASTS; count += 1) showToast(String(count));
    expect(shownTexts()).toEqual(['1', '2', '3']);
  });

  it('disappear when dismissed, and ignore a second dismissal', () => {
    for (const text of ['A', 'B']) showToast(text);
    const [{ id } = { id: Number.NaN }] = toasts.value;
    dismissToast(id);
    dismissToast(id);
    expect(shownTexts()).toEqual(['B']);
  });
});

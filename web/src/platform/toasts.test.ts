import { afterEach, describe, expect, it } from 'vitest';
import { dismissToast, showFailureToast, showToast, toasts } from './toasts.ts';

afterEach(() => toasts.set([]));

const readTexts = () => toasts.value.map(({ text }) => text);

describe('toasts', () => {
  it('shows toasts in order, even twice with the same text', () => {
    for (const text of ['A', 'B', 'B']) showToast(text);
    expect(readTexts()).toEqual(['A', 'B', 'B']);
    expect(new Set(toasts.value.map(({ id }) => id)).size).toBe(3);
  });

  it('shows three toasts, and drops the oldest above that', () => {
    for (const text of ['A', 'B', 'C', 'D']) showToast(text);

    expect(readTexts()).toEqual(['B', 'C', 'D']);
  });

  it('distinguishes failures from successes', () => {
    showToast('Saved.');
    showFailureToast('Not saved.');
    expect(toasts.value.map(({ kind }) => kind)).toEqual(['success', 'failure']);
  });

  it('removes a dismissed toast, and ignores a second dismissal', () => {
    for (const text of ['A', 'B']) showToast(text);
    const { id } = toasts.value[0]!;

    dismissToast(id);
    dismissToast(id);
    expect(readTexts()).toEqual(['B']);
  });
});

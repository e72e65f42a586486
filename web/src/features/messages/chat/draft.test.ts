import { expect, it } from 'vitest';
import { keepDraft, readDraft } from './draft.ts';

function newStorage() {
  const held = new Map<string, string>();
  return () => ({
    getItem: (name: string) => held.get(name) ?? null,
    setItem: (name: string, value: string) => void held.set(name, value),
    removeItem: (name: string) => void held.delete(name),
  });
}

it('is kept for each conversation of each member, until it is empty', () => {
  const storage = newStorage();
  keepDraft('me', 'ada', 'Half a thought', storage);
  expect(readDraft('me', 'ada', storage)).toBe('Half a thought');
  expect(readDraft('me', 'bo', storage)).toBe('');
  expect(readDraft('another', 'ada', storage)).toBe('');
  keepDraft('me', 'ada', '', storage);
  expect(readDraft('me', 'ada', storage)).toBe('');
});

it('does without storage where the browser forbids it', () => {
  const forbidden = () => {
    throw new Error('SecurityError');
  };
  expect(() => keepDraft('me', 'ada', 'x', forbidden)).not.toThrow();
  expect(readDraft('me', 'ada', forbidden)).toBe('');
});

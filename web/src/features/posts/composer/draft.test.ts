import { beforeEach, expect, it } from 'vitest';
import { keepDraft, readDraft } from './draft.ts';

const kept = new Map<string, string>();
const storage = {
  getItem: (name: string) => kept.get(name) ?? null,
  setItem: (name: string, value: string) => void kept.set(name, value),
  removeItem: (name: string) => void kept.delete(name),
};
const blocked = {
  getItem: () => {
    throw new Error('The browser keeps nothing.');
  },
  setItem: () => {
    throw new Error('The browser keeps nothing.');
  },
  removeItem: () => {},
};

beforeEach(() => kept.clear());

it('keeps a draft with its key, each member their own', () => {
  const draft = { text: 'Half a thou', idempotencyKey: 'a-key-of-its-own' };
  keepDraft('marina', draft, storage);
  expect(readDraft('marina', storage)).toEqual(draft);
  expect(readDraft('theo', storage).text).toBe('');
});

it('forgets an empty one, and begins with a new key', () => {
  keepDraft('marina', { text: 'Done.', idempotencyKey: 'the-first-key' }, storage);
  keepDraft('marina', { text: '', idempotencyKey: 'the-first-key' }, storage);
  expect(kept.size).toBe(0);
  const first = readDraft('marina', storage);
  expect(first.idempotencyKey).not.toBe(readDraft('marina', storage).idempotencyKey);
});

it.each(['{', 'null', '{"text":7,"idempotencyKey":"k"}', '[]'])('begins anew when it finds %s', (found) => {
  kept.set('fathom.post-draft.marina', found);
  expect(readDraft('marina', storage).text).toBe('');
});

it('does without a place to keep it', () => {
  expect(() => keepDraft('marina', { text: 'a', idempotencyKey: 'k' }, blocked)).not.toThrow();
  expect(readDraft('marina', blocked).text).toBe('');
});

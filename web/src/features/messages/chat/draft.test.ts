import { describe, expect, it } from 'vitest';
import { readDraft, saveDraft } from './draft.ts';

function newStorage() {
  const entries = new Map<string, string>();
  return () => ({
    getItem: (name: string) => entries.get(name) ?? null,
    setItem: (name: string, value: string) => void entries.set(name, value),
    removeItem: (name: string) => void entries.delete(name),
  });
}

describe('draft', () => {
  it('keeps one draft per member and conversation, and removes empty drafts', () => {
    const storage = newStorage();
    saveDraft('me', 'ada', 'Half a thought', storage);
    expect(readDraft('me', 'ada', storage)).toBe('Half a thought');
    expect(readDraft('me', 'bo', storage)).toBe('');
    expect(readDraft('another', 'ada', storage)).toBe('');
    saveDraft('me', 'ada', '', storage);
    expect(readDraft('me', 'ada', storage)).toBe('');
  });

  it('ignores forbidden storage', () => {
    const forbidden = () => {
      throw new Error('SecurityError');
    };
    expect(() => saveDraft('me', 'ada', 'x', forbidden)).not.toThrow();
    expect(readDraft('me', 'ada', forbidden)).toBe('');
  });
});

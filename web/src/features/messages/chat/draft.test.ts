import { describe, expect, it } from 'vitest';
import { deniedStorage, fakeStorage } from '../../../test-support/fake-storage.ts';
import { readDraft, saveDraft } from './draft.ts';

describe('draft', () => {
  it('keeps one draft per member and conversation, and removes empty drafts', () => {
    const storage = fakeStorage();
    saveDraft('me', 'ada', 'Half a thought', storage);
    expect(readDraft('me', 'ada', storage)).toBe('Half a thought');
    expect(readDraft('me', 'bo', storage)).toBe('');
    expect(readDraft('another', 'ada', storage)).toBe('');
    saveDraft('me', 'ada', '', storage);
    expect(readDraft('me', 'ada', storage)).toBe('');
  });

  it('lasts until the page closes if the browser forbids storage', () => {
    const storage = deniedStorage();
    saveDraft('me', 'ada', 'x', storage);
    expect(readDraft('me', 'ada', storage)).toBe('x');
  });
});

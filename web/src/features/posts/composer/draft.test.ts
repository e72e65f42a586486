import { beforeEach, describe, expect, it } from 'vitest';
import { deniedStorage, fakeStorage } from '../../../test-support/fake-storage.ts';
import { readDraft, saveDraft } from './draft.ts';

const stored = new Map<string, string>();
const storage = fakeStorage(stored);

beforeEach(() => stored.clear());

describe('draft storage', () => {
  it('stores a draft and its idempotency key per member', () => {
    const draft = { text: 'Half a thou', idempotencyKey: 'the-key-of-this-draft' };
    saveDraft('marina', draft, storage);
    expect(readDraft('marina', storage)).toEqual(draft);
    expect(readDraft('theo', storage).text).toBe('');
  });

  it('removes an empty draft, and starts the next one with a new key', () => {
    saveDraft('marina', { text: 'Done.', idempotencyKey: 'the-first-key' }, storage);
    saveDraft('marina', { text: '', idempotencyKey: 'the-first-key' }, storage);
    expect(stored.size).toBe(0);
    const first = readDraft('marina', storage);
    expect(first.idempotencyKey).not.toBe(readDraft('marina', storage).idempotencyKey);
  });

  it.each(['{', 'null', '{"text":7,"idempotencyKey":"k"}', '[]'])(
    'starts an empty draft if storage contains %s',
    (value) => {
      stored.set('fathom.post-draft.marina', value);
      expect(readDraft('marina', storage).text).toBe('');
    },
  );

  it('keeps the draft until the page closes if the browser forbids storage', () => {
    const denied = deniedStorage();
    expect(readDraft('marina', denied).text).toBe('');
    saveDraft('marina', { text: 'a', idempotencyKey: 'k' }, denied);
    expect(readDraft('marina', denied)).toEqual({ text: 'a', idempotencyKey: 'k' });
  });
});

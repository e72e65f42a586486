import { beforeEach, describe, expect, it } from 'vitest';
import { deniedStorage, fakeStorage } from '../../test-support/fake-storage.ts';
import { readDraft, saveDraft } from './draft.ts';

/** The content of the tab's storage. */
const storedEntries = new Map<string, string>();
const storage = fakeStorage(storedEntries);

beforeEach(() => storedEntries.clear());

describe('saveDraft and readDraft', () => {
  it('stores a draft and its idempotency key per member and subject', () => {
    const draft = { text: 'Half a thou', idempotencyKey: 'the-key-of-this-draft' };

    saveDraft('marina', 'post', draft, storage);

    expect(readDraft('marina', 'post', storage)).toEqual(draft);
    expect(readDraft('theo', 'post', storage).text).toBe('');
    expect(readDraft('marina', 'comment.01', storage).text).toBe('');
  });

  it('starts a new draft with a new key after the text is emptied', () => {
    saveDraft('marina', 'post', { text: 'Done.', idempotencyKey: 'the-first-key' }, storage);
    saveDraft('marina', 'post', { text: '', idempotencyKey: 'the-first-key' }, storage);
    expect(storedEntries.size).toBe(0);

    const firstDraft = readDraft('marina', 'post', storage);
    const secondDraft = readDraft('marina', 'post', storage);
    expect(firstDraft.idempotencyKey).not.toBe(secondDraft.idempotencyKey);
  });

  it.each(['{', 'null', '{"text":7,"idempotencyKey":"k"}', '[]'])(
    'starts an empty draft if storage contains %s',
    (value) => {
      storedEntries.set('fathom.draft.marina.post', value);

      expect(readDraft('marina', 'post', storage).text).toBe('');
    },
  );

  it('keeps the draft until the page closes if the browser forbids storage', () => {
    const forbiddenStorage = deniedStorage();
    expect(readDraft('marina', 'post', forbiddenStorage).text).toBe('');

    saveDraft('marina', 'post', { text: 'a', idempotencyKey: 'k' }, forbiddenStorage);
    expect(readDraft('marina', 'post', forbiddenStorage)).toEqual({ text: 'a', idempotencyKey: 'k' });
  });
});

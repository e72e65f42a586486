/** Tests of drafts of posts and comments, which are stored with their idempotency key. */
import { beforeEach, describe, expect, it } from 'vitest';
import { deniedStorage, fakeStorage } from '../../test-support/fake-storage.ts';
import { readPostDraft, savePostDraft } from './draft.ts';

/** The content of the tab's storage. */
const storedEntries = new Map<string, string>();
const storage = fakeStorage(storedEntries);

beforeEach(() => storedEntries.clear());

describe('savePostDraft and readPostDraft', () => {
  it('stores a draft and its idempotency key per member and subject', () => {
    const draft = { text: 'Half a thou', idempotencyKey: 'the-key-of-this-draft' };

    savePostDraft('marina', 'post', draft, storage);

    expect(readPostDraft('marina', 'post', storage)).toEqual(draft);
    expect(readPostDraft('theo', 'post', storage).text).toBe('');
    expect(readPostDraft('marina', 'comment.01', storage).text).toBe('');
  });

  it('stores the typed depth of a post', () => {
    const draft = { text: 'Low tide', idempotencyKey: 'k', depth: '1,5' };

    savePostDraft('marina', 'post', draft, storage);

    expect(readPostDraft('marina', 'post', storage)).toEqual(draft);
  });

  it('starts a new draft with a new key after the text is emptied', () => {
    savePostDraft('marina', 'post', { text: 'Done.', idempotencyKey: 'the-first-key' }, storage);
    savePostDraft('marina', 'post', { text: '', idempotencyKey: 'the-first-key' }, storage);
    expect(storedEntries.size).toBe(0);

    const firstDraft = readPostDraft('marina', 'post', storage);
    const secondDraft = readPostDraft('marina', 'post', storage);
    expect(firstDraft.idempotencyKey).not.toBe(secondDraft.idempotencyKey);
  });

  it.each(['{', 'null', '{"text":7,"idempotencyKey":"k"}', '[]'])(
    'starts an empty draft if storage contains %s',
    (value) => {
      storedEntries.set('fathom.draft.marina.post', value);

      expect(readPostDraft('marina', 'post', storage).text).toBe('');
    },
  );

  it('keeps the draft until the page closes if the browser forbids storage', () => {
    const forbiddenStorage = deniedStorage();
    expect(readPostDraft('marina', 'post', forbiddenStorage).text).toBe('');

    savePostDraft('marina', 'post', { text: 'a', idempotencyKey: 'k' }, forbiddenStorage);
    expect(readPostDraft('marina', 'post', forbiddenStorage)).toEqual({ text: 'a', idempotencyKey: 'k' });
  });
});

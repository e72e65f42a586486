/** Tests of the storage of unsent texts, by member and by what they belong to. */
import { describe, expect, it } from 'vitest';
import { deniedStorage, fakeStorage } from '../../test-support/fake-storage.ts';
import { discardDrafts, hasDrafts, readDraft, saveDraft } from './drafts.ts';

describe('drafts', () => {
  it('keeps a text per member and subject until it is removed', () => {
    const storage = fakeStorage();
    saveDraft('me', 'message.ada', 'Half a thought', storage);

    expect(readDraft('me', 'message.ada', storage)).toBe('Half a thought');
    expect(readDraft('me', 'message.bo', storage)).toBeNull();
    expect(readDraft('another', 'message.ada', storage)).toBeNull();

    saveDraft('me', 'message.ada', null, storage);
    expect(readDraft('me', 'message.ada', storage)).toBeNull();
  });

  it.each([
    ['storage', fakeStorage],
    ['no storage', deniedStorage],
  ])('discards all drafts of one member with %s', (_, open) => {
    const storage = open();
    for (const memberId of ['me', 'meg']) saveDraft(memberId, 'post', 'x', storage);
    saveDraft('me', 'comment.1', 'x', storage);
    expect(hasDrafts('me', storage)).toBe(true);

    discardDrafts('me', storage);
    expect(hasDrafts('me', storage)).toBe(false);
    expect(hasDrafts('meg', storage)).toBe(true);
  });
});

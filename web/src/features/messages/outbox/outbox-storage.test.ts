import { describe, expect, it } from 'vitest';
import { deniedStorage, fakeStorage } from '../../../test-support/fake-storage.ts';
import { planSends, withNewMessage } from './outbox-state.ts';
import { readOutbox, saveOutbox } from './outbox-storage.ts';

function storageWith(text?: string) {
  return fakeStorage(new Map(text === undefined ? [] : [['fathom.outbox.me', text]]));
}

describe('stored outbox', () => {
  it('restores unsent messages as failed after a reload', () => {
    const storage = storageWith();
    const outbox = withNewMessage([], { clientMessageId: 'm1', recipientId: 'ada', content: 'Ahoy' }, 0);
    saveOutbox('me', planSends(outbox, true, 0).outbox, storage);
    const [message, ...rest] = readOutbox('me', storage);
    expect(rest).toEqual([]);
    expect(message).toMatchObject({ clientMessageId: 'm1', content: 'Ahoy', state: 'failed' });
    expect(planSends([message!], true, 1).send).toEqual([]);
    expect(readOutbox('another', storage)).toEqual([]);
  });

  it('removes the stored outbox when it is empty', () => {
    const storage = storageWith('[]');
    saveOutbox('me', [], storage);
    expect(storage.read('fathom.outbox.me')).toBeNull();
  });

  it.each([
    'no JSON',
    '{}',
    'null',
    '[1, null, {"content":"x"}]',
    '[1]',
    '[{"clientMessageId":"m1","recipientId":"ada","content":"x"}]',
    '[{"clientMessageId":"m1","recipientId":"ada","content":"x","writtenAt":5}]',
  ])('ignores an invalid stored outbox: %s', (text) => {
    expect(readOutbox('me', storageWith(text))).toEqual([]);
  });

  it('ignores forbidden storage', () => {
    const storage = deniedStorage();
    expect(readOutbox('me', storage)).toEqual([]);
    expect(() => saveOutbox('me', [], storage)).not.toThrow();
  });
});

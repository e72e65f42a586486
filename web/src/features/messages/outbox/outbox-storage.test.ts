import { describe, expect, it } from 'vitest';
import { planSends, withNewMessage } from './outbox-state.ts';
import { readOutbox, saveOutbox } from './outbox-storage.ts';

function storageWith(text?: string) {
  const entries = new Map<string, string>(text === undefined ? [] : [['fathom.outbox.me', text]]);
  return () => ({
    getItem: (name: string) => entries.get(name) ?? null,
    setItem: (name: string, value: string) => void entries.set(name, value),
    removeItem: (name: string) => void entries.delete(name),
  });
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
    expect(storage().getItem('fathom.outbox.me')).toBeNull();
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
    const forbidden = () => {
      throw new Error('SecurityError');
    };
    expect(readOutbox('me', forbidden)).toEqual([]);
    expect(() => saveOutbox('me', [], forbidden)).not.toThrow();
  });
});

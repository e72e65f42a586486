import { expect, it } from 'vitest';
import { due, withWritten } from './outbox-state.ts';
import { keepOutbox, readOutbox } from './stored-outbox.ts';

function storageWith(text?: string) {
  const held = new Map<string, string>(text === undefined ? [] : [['fathom.outbox.me', text]]);
  return () => ({
    getItem: (name: string) => held.get(name) ?? null,
    setItem: (name: string, value: string) => void held.set(name, value),
    removeItem: (name: string) => void held.delete(name),
  });
}

it('is there again after a reload, as failed, and sends nothing by itself', () => {
  const storage = storageWith();
  const outbox = withWritten([], { clientMessageId: 'm1', recipientId: 'ada', content: 'Ahoy' }, 0);
  keepOutbox('me', due(outbox, true, 0).outbox, storage);
  const [found, ...others] = readOutbox('me', storage);
  expect(others).toEqual([]);
  expect(found).toMatchObject({ clientMessageId: 'm1', content: 'Ahoy', state: 'failed' });
  expect(due([found!], true, 1).send).toEqual([]);
  expect(readOutbox('another', storage)).toEqual([]);
});

it('leaves nothing behind when all is sent', () => {
  const storage = storageWith('[]');
  keepOutbox('me', [], storage);
  expect(storage().getItem('fathom.outbox.me')).toBeNull();
});

it.each(['no JSON', '{}', 'null', '[1, null, {"content":"x"}]'])('takes %s for nothing', (text) => {
  expect(readOutbox('me', storageWith(text))).toEqual([]);
});

it('does without storage where the browser forbids it', () => {
  const forbidden = () => {
    throw new Error('SecurityError');
  };
  expect(readOutbox('me', forbidden)).toEqual([]);
  expect(() => keepOutbox('me', [], forbidden)).not.toThrow();
});

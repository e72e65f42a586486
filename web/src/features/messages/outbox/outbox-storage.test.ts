import { afterEach, describe, expect, it, vi } from 'vitest';
import { deniedStorage, fakeStorage } from '../../../test-support/fake-storage.ts';
import { type OutboxState, planSends, withNewMessage } from './outbox-state.ts';
import { OutboxStorage } from './outbox-storage.ts';

afterEach(() => {
  vi.unstubAllGlobals();
});

const KEY = 'fathom.outbox.me.tab1';

/** Returns a device with one tab, whose stored outbox is this text. */
function newDevice(text?: string) {
  const entries = new Map(text === undefined ? [] : [[KEY, text]]);
  const device = fakeStorage(entries);
  const tab = fakeStorage(new Map([['fathom.tab', 'tab1']]));
  const storageFor = (viewerId: string) => new OutboxStorage(viewerId, { device, tab });
  return { entries, device, storageFor, storage: storageFor('me') };
}

function write(content: string): OutboxState {
  return withNewMessage([], { clientMessageId: `id of ${content}`, recipientId: 'ada', content }, 0);
}

/** Opens a new tab. Returns its storage, and the messages that it takes over. */
function openTab(device = fakeStorage(), viewerId = 'me') {
  const storage = new OutboxStorage(viewerId, { device, tab: fakeStorage() });
  const restoredMessages: string[] = [];
  storage.open((messages) => restoredMessages.push(...messages.map(({ content, state }) => `${content} ${state}`)));
  return { storage, restored: restoredMessages };
}

describe('stored outbox', () => {
  it('restores unsent messages as failed after a reload', () => {
    const { storage, storageFor } = newDevice();
    storage.save(planSends(write('Ahoy'), true, 0).outbox);
    const [message, ...rest] = storageFor('me').read();

    expect(rest).toEqual([]);
    expect(message).toMatchObject({ content: 'Ahoy', state: 'failed' });
    expect(planSends([message!], true, 1).send).toEqual([]);
    expect(storageFor('another').read()).toEqual([]);
  });

  it('removes the stored outbox when it is empty', () => {
    const { entries, storage } = newDevice('[]');
    storage.save([]);
    expect(entries.size).toBe(0);
  });

  it('keeps the ID of the tab when the page is reloaded', () => {
    const tab = fakeStorage();
    const device = fakeStorage();
    new OutboxStorage('me', { device, tab }).save(write('Ahoy'));
    expect(new OutboxStorage('me', { device, tab }).read()).toMatchObject([{ content: 'Ahoy' }]);
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
    expect(newDevice(text).storage.read()).toEqual([]);
  });

  it('ignores forbidden storage', () => {
    const storage = new OutboxStorage('me', { device: deniedStorage(), tab: deniedStorage() });
    expect(storage.read()).toEqual([]);
    expect(() => storage.save(write('Ahoy'))).not.toThrow();
  });
});

describe('unsent messages of a closed tab', () => {
  it('are taken over as failed by the next tab, once', async () => {
    const { device, entries, storage } = newDevice();
    storage.open(() => {});
    storage.save(write('Ahoy'));
    storage.close();
    await expect.poll(() => navigator.locks.query()).toMatchObject({ held: [] });

    const second = openTab(device);
    await expect.poll(() => second.restored).toEqual(['Ahoy failed']);
    expect(entries.size).toBe(0);

    second.storage.close();
  });

  it('stay with a tab that is still open, and with their member', async () => {
    const { device, entries, storage } = newDevice();
    storage.open(() => {});
    storage.save(write('Ahoy'));
    const second = openTab(device);
    const third = openTab(device, 'another');

    // The requests for locks are handled in order.
    await navigator.locks.request('later', () => {});
    expect([...second.restored, ...third.restored]).toEqual([]);
    expect(entries.has(KEY)).toBe(true);

    for (const tab of [storage, second.storage, third.storage]) tab.close();
  });

  it('are left alone by a tab that closes before it has the lock', async () => {
    const grantedLock = Promise.withResolvers<void>();
    const request = async (_name: string, _options: LockOptions, work: (lock: object) => unknown) => {
      await grantedLock.promise;
      return work({});
    };

    vi.stubGlobal('navigator', { locks: { request } });
    const { device, entries } = newDevice(JSON.stringify(write('Ahoy')));
    const second = openTab(device);

    second.storage.close();
    grantedLock.resolve();
    await new Promise(setImmediate);

    expect(second.restored).toEqual([]);
    expect(entries.has(KEY)).toBe(true);
  });
});

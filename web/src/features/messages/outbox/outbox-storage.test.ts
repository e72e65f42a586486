/** Tests of the storage of unsent messages. Each tab has its own, and another page takes over those of closed tabs. */
import { afterEach, describe, expect, it, vi } from 'vitest';
import { deniedStorage, fakeStorage } from '../../../test-support/fake-storage.ts';
import { type OutboxState, planSends, withNewMessage } from './outbox-state.ts';
import { OutboxStorage } from './outbox-storage.ts';

afterEach(() => {
  vi.unstubAllGlobals();
});

/** The storage key of the outbox that the member "me" has in the tab "tab1". */
const KEY = 'fathom.outbox.me.tab1';

/** Builds a device with one tab, whose stored outbox is this text. */
function buildDevice(text?: string) {
  const entries = new Map(text === undefined ? [] : [[KEY, text]]);
  const device = fakeStorage(entries);
  const tab = fakeStorage(new Map([['fathom.tab', 'tab1']]));
  const storageFor = (viewerId: string) => new OutboxStorage(viewerId, { device, tab });
  return { entries, device, storageFor, storage: storageFor('me') };
}

/** Builds an outbox with one message. */
function buildOutbox(content: string): OutboxState {
  return withNewMessage([], { clientMessageId: `id of ${content}`, recipientId: 'ada', content }, 0);
}

/** Opens a new tab. Returns its storage, and the messages that it restores from closed tabs. */
function openTab(device = fakeStorage(), viewerId = 'me') {
  const storage = new OutboxStorage(viewerId, { device, tab: fakeStorage() });
  const restoredMessages: string[] = [];
  storage.open((messages) => restoredMessages.push(...messages.map(({ content, state }) => `${content} ${state}`)));
  return { storage, restoredMessages };
}

describe('OutboxStorage', () => {
  it('restores unsent messages as failed after a reload', () => {
    const { storage, storageFor } = buildDevice();
    storage.save(planSends(buildOutbox('Ahoy'), { isOpen: true, now: 0 }).outbox);

    const [message, ...otherMessages] = storageFor('me').read();

    expect(otherMessages).toEqual([]);
    expect(message).toMatchObject({ content: 'Ahoy', state: 'failed' });
    expect(planSends([message!], { isOpen: true, now: 1 }).messagesToSend).toEqual([]);
    expect(storageFor('another').read()).toEqual([]);
  });

  it('removes the stored outbox when it is empty', () => {
    const { entries, storage } = buildDevice('[]');
    storage.save([]);
    expect(entries.size).toBe(0);
  });

  it('keeps the ID of the tab when the page is reloaded', () => {
    const tab = fakeStorage();
    const device = fakeStorage();
    new OutboxStorage('me', { device, tab }).save(buildOutbox('Ahoy'));

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
    expect(buildDevice(text).storage.read()).toEqual([]);
  });

  it('ignores forbidden storage', () => {
    const storage = new OutboxStorage('me', { device: deniedStorage(), tab: deniedStorage() });
    expect(storage.read()).toEqual([]);
    expect(() => storage.save(buildOutbox('Ahoy'))).not.toThrow();
  });
});

describe('OutboxStorage of a duplicate tab', () => {
  /** Opens a tab with a message, and a duplicate with another one. The browser copies the ID of the tab. */
  async function openDuplicate() {
    const { device, storage } = buildDevice();
    storage.open(() => {});
    const duplicateTab = fakeStorage(new Map([['fathom.tab', 'tab1']]));
    const duplicate = new OutboxStorage('me', { device, tab: duplicateTab });
    duplicate.open(() => {});
    // The requests for locks are handled in order.
    await navigator.locks.request('later', () => {});

    storage.save(buildOutbox('Ahoy'));
    duplicate.save(buildOutbox('Low tide'));
    return { device, storage, duplicate, duplicateTab };
  }

  it('stores its messages separately, and restores them after a reload', async () => {
    const { device, storage, duplicate, duplicateTab } = await openDuplicate();

    expect(storage.read()).toMatchObject([{ content: 'Ahoy' }]);
    expect(new OutboxStorage('me', { device, tab: duplicateTab }).read()).toMatchObject([{ content: 'Low tide' }]);

    storage.close();
    duplicate.close();
  });

  it('leaves the messages of the other tab to the next page when the other tab is closed', async () => {
    const { device, storage, duplicate } = await openDuplicate();
    storage.close();
    await navigator.locks.request(KEY, () => {});
    duplicate.save([]);

    const nextTab = openTab(device);
    await expect.poll(() => nextTab.restoredMessages).toEqual(['Ahoy failed']);

    duplicate.close();
    nextTab.storage.close();
  });
});

describe('OutboxStorage of a closed tab', () => {
  it('restores the messages as failed in the next tab, once', async () => {
    const { device, entries, storage } = buildDevice();
    storage.open(() => {});
    storage.save(buildOutbox('Ahoy'));
    storage.close();
    await expect.poll(() => navigator.locks.query()).toMatchObject({ held: [] });

    const secondTab = openTab(device);
    await expect.poll(() => secondTab.restoredMessages).toEqual(['Ahoy failed']);
    expect(entries.size).toBe(0);

    secondTab.storage.close();
  });

  it('restores no messages of an open tab, or of another member', async () => {
    const { device, entries, storage } = buildDevice();
    storage.open(() => {});
    storage.save(buildOutbox('Ahoy'));

    const secondTab = openTab(device);
    const thirdTab = openTab(device, 'another');

    // The requests for locks are handled in order.
    await navigator.locks.request('later', () => {});
    expect([...secondTab.restoredMessages, ...thirdTab.restoredMessages]).toEqual([]);
    expect(entries.has(KEY)).toBe(true);

    for (const tab of [storage, secondTab.storage, thirdTab.storage]) tab.close();
  });

  it('restores no messages in a tab that closes before it has the lock', async () => {
    const grantedLock = Promise.withResolvers<void>();
    const request = async (_name: string, _options: LockOptions, work: (lock: object) => unknown) => {
      await grantedLock.promise;
      return work({});
    };

    vi.stubGlobal('navigator', { locks: { request } });
    const { device, entries } = buildDevice(JSON.stringify(buildOutbox('Ahoy')));
    const secondTab = openTab(device);

    secondTab.storage.close();
    grantedLock.resolve();
    await new Promise(setImmediate);

    expect(secondTab.restoredMessages).toEqual([]);
    expect(entries.has(KEY)).toBe(true);
  });
});

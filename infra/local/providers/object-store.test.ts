/** Tests of the file in which a local payment provider stores its account, objects, and events. */
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { ObjectStore } from './object-store.ts';
import type { WebhookEvent } from './webhook-events.ts';

const EVENT: WebhookEvent = {
  id: 'evt_1',
  type: 'paid',
  objectId: 'pi_1',
  body: '{}',
  delivery: 'pending',
  attempts: 0,
};

let directory: string;
beforeEach(() => {
  directory = mkdtempSync(join(tmpdir(), 'fathom-store-'));
});
afterEach(() => rmSync(directory, { recursive: true, force: true }));

const getFile = () => join(directory, 'account.json');
const openStore = () =>
  ObjectStore.open<object, { intent: object }, string>({
    file: getFile(),
    createAccount: () => ({}),
    retentionMs: 1000,
  });

describe('ObjectStore', () => {
  it('writes an event and the changes that follow it synchronously at the same time', async () => {
    const store = await openStore();
    store.events.push(EVENT);
    store.save();
    store.add('intent', 'pi_1', { status: 'succeeded' });
    await store.flush();

    expect(JSON.parse(readFileSync(getFile(), 'utf8'))).toMatchObject({
      events: [EVENT],
      objects: { intent: { pi_1: { status: 'succeeded' } } },
    });
  });

  it('returns the stored events after a restart', async () => {
    const store = await openStore();
    store.events.push(EVENT);
    store.save();
    await store.flush();

    expect((await openStore()).events).toEqual([EVENT]);
  });

  it('reads the events that an earlier version stored in their own file', async () => {
    writeFileSync(getFile(), JSON.stringify({ account: {}, objects: {}, results: {} }));
    writeFileSync(join(directory, 'events.json'), JSON.stringify([EVENT]));

    expect((await openStore()).events).toEqual([EVENT]);
  });
});

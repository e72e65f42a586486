import { deviceStorage, tabStorage } from '../../../platform/browser/browser-storage.ts';
import { withLock } from '../../../platform/browser/with-lock.ts';
import { type OutboxState, type UnsentMessage, withAllFailed } from './outbox-state.ts';

/** The key of the tab's ID, which stays the same when the page is reloaded. A browser copies it to a duplicate tab. */
const TAB_KEY = 'fathom.tab';

/**
 * Stores the unsent messages of a tab on the device, so that they survive a reload and closing the tab.
 *
 * Each tab has its own entry, and holds a lock with the entry's name while it is open. If the lock of an entry is free,
 * its tab is closed, and another tab takes over the messages.
 */
export class OutboxStorage {
  /** The beginning of the keys of all tabs of this member. */
  readonly #prefix: string;
  /** The key of this tab's entry. */
  #key: string;
  readonly #device;
  readonly #tab;
  /** Aborted when this tab closes. */
  readonly #closing = new AbortController();

  constructor(viewerId: string, { device = deviceStorage, tab = tabStorage } = {}) {
    this.#device = device;
    this.#tab = tab;
    this.#prefix = `fathom.outbox.${viewerId}.`;
    this.#key = this.#prefix + (tab.read(TAB_KEY) ?? this.#createTabId());
  }

  /** Returns this tab's unsent messages from before a reload. All are failed: only the member may resend them. */
  read(): OutboxState {
    return this.#read(this.#key);
  }

  /** Stores all unsent messages of this tab. */
  save(outbox: OutboxState): void {
    this.#device.write(this.#key, outbox.length === 0 ? null : JSON.stringify(outbox));
  }

  /**
   * Marks this tab as open.
   *
   * @param onTabClosed - receives the unsent messages of each closed tab of this member, all as failed
   */
  open(onTabClosed: (messages: OutboxState) => void): void {
    const { signal } = this.#closing;
    const whenClosed = new Promise<void>((resolve) => {
      signal.addEventListener('abort', () => resolve());
    });
    void withLock(this.#key, { ifAvailable: true }, (mayRun) => {
      if (mayRun || signal.aborted) return whenClosed;

      // This tab is a duplicate of an open tab. It doesn't wait for the lock, because a reload of the other tab would
      // pass the lock to this tab. The messages of the other tab would then move to this one.
      this.#key = this.#prefix + this.#createTabId();
      return withLock(this.#key, {}, () => whenClosed);
    });

    const otherKeys = this.#device.keys().filter((key) => key.startsWith(this.#prefix) && key !== this.#key);
    for (const key of otherKeys) {
      void withLock(key, { ifAvailable: true }, (mayRun) => {
        if (!mayRun || signal.aborted) return;
        // Deletes the entry last, so that no message is lost if the page closes in between.
        onTabClosed(this.#read(key));
        this.#device.write(key, null);
      });
    }
  }

  /** Marks this tab as closed. Its messages stay stored. */
  close(): void {
    this.#closing.abort();
  }

  #createTabId(): string {
    const tabId = crypto.randomUUID();
    this.#tab.write(TAB_KEY, tabId);
    return tabId;
  }

  #read(key: string): OutboxState {
    try {
      const storedValue: unknown = JSON.parse(this.#device.read(key) ?? '[]');
      return Array.isArray(storedValue) ? withAllFailed(storedValue.filter(isUnsentMessage)) : [];
    } catch {
      // The stored value is invalid.
      return [];
    }
  }
}

function isUnsentMessage(value: unknown): value is UnsentMessage {
  const { clientMessageId, recipientId, content, writtenAt } = (value ?? {}) as Partial<UnsentMessage>;
  return [clientMessageId, recipientId, content, writtenAt].every((field) => typeof field === 'string');
}

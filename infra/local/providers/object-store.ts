import { randomInt } from 'node:crypto';
import { dirname, join } from 'node:path';
import { JsonFile } from '../state/json-file.ts';
import type { EventStore, WebhookEvent } from './webhook-events.ts';

const UPPER_CASE = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789';
const MIXED_CASE = `${UPPER_CASE}abcdefghijklmnopqrstuvwxyz`;

/** Returns random letters and digits, by default in upper and lower case. */
export function randomText(length: number, { upperCase = false } = {}): string {
  const characters = upperCase ? UPPER_CASE : MIXED_CASE;
  return Array.from({ length }, () => characters[randomInt(characters.length)]).join('');
}

type Objects<Kinds> = { [Kind in keyof Kinds]?: Record<string, Kinds[Kind]> };

interface Contents<Account, Kinds, Result> {
  readonly account: Account;
  readonly objects: Objects<Kinds>;
  /** Results of requests, by idempotency key. */
  readonly results: Record<string, { readonly result: Result; readonly createdAt: number }>;
  /** Oldest first. In the same file as the objects: after a crash, no payment lacks its event. */
  readonly events: WebhookEvent[];
}

interface StoreSettings<Account> {
  readonly file: string;
  /** Creates the account's IDs and keys when the file is new. */
  readonly createAccount: () => Account | Promise<Account>;
  /** How long a result is kept under its idempotency key, in milliseconds. */
  readonly retentionMs: number;
}

/** A local provider's account in one file: its keys, its objects by kind, results by idempotency key, and events. */
export class ObjectStore<Account, Kinds extends object, Result> implements EventStore {
  readonly #file: JsonFile<Contents<Account, Kinds, Result>>;

  private constructor(file: JsonFile<Contents<Account, Kinds, Result>>) {
    this.#file = file;
  }

  /** Opens the account in the file, or creates an account. */
  static async open<Account, Kinds extends object, Result>({
    file: path,
    createAccount,
    retentionMs,
  }: StoreSettings<Account>): Promise<ObjectStore<Account, Kinds, Result>> {
    const file = new JsonFile<Partial<Contents<Account, Kinds, Result>>>(path, {});
    if (!file.value.account) {
      Object.assign(file.value, { account: await createAccount(), objects: {}, results: {}, events: [] });
      file.saveNow();
    }
    // Earlier versions stored the events in their own file.
    const earlierEventsPath = join(dirname(path), 'events.json');
    const events = file.value.events ?? new JsonFile<WebhookEvent[]>(earlierEventsPath, []).value;
    Object.assign(file.value, { events });

    const store = new ObjectStore(file as JsonFile<Contents<Account, Kinds, Result>>);
    const { results } = store.#file.value;
    for (const [key, { createdAt }] of Object.entries(results)) {
      if (createdAt < Date.now() - retentionMs) delete results[key];
    }

    return store;
  }

  get events(): WebhookEvent[] {
    return this.#file.value.events;
  }

  /** The IDs and keys of the account. */
  get account(): Account {
    return this.#file.value.account;
  }

  /** Returns undefined for unknown IDs, even for inherited names such as `constructor`. */
  find<Kind extends keyof Kinds>(kind: Kind, id: string): Kinds[Kind] | undefined {
    return getOwn(this.#file.value.objects[kind] ?? {}, id);
  }

  /** Returns the objects whose fields have these values, oldest first. Undefined matches any value. */
  list<Kind extends keyof Kinds>(kind: Kind, matching: { [F in keyof Kinds[Kind]]?: Kinds[Kind][F] | undefined } = {}) {
    const conditions = Object.entries(matching).filter(([, value]) => value !== undefined);
    const allObjects: Kinds[Kind][] = Object.values(this.#file.value.objects[kind] ?? {});
    return allObjects.filter((object) =>
      conditions.every(([field, value]) => object[field as keyof Kinds[Kind]] === value),
    );
  }

  add<Kind extends keyof Kinds>(kind: Kind, id: string, object: Kinds[Kind]): Kinds[Kind] {
    const objects: Objects<Kinds> = this.#file.value.objects;
    const objectsOfKind: Record<string, Kinds[Kind]> = objects[kind] ?? {};
    objects[kind] = objectsOfKind;
    objectsOfKind[id] = object;
    return object;
  }

  findResult(idempotencyKey: string): Result | undefined {
    return getOwn(this.#file.value.results, idempotencyKey)?.result;
  }

  recordResult(idempotencyKey: string, result: Result): void {
    this.#file.value.results[idempotencyKey] = { result, createdAt: Date.now() };
  }

  /** Schedules a write to the file. */
  save(): void {
    this.#file.save();
  }

  flush(): Promise<void> {
    return this.#file.flush();
  }
}

function getOwn<T>(record: Readonly<Record<string, T>>, name: string): T | undefined {
  return Object.hasOwn(record, name) ? record[name] : undefined;
}

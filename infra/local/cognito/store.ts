import { join } from 'node:path';
import type { DataStore } from 'cognito-local/lib/services/dataStore/dataStore.js';
import type { DataStoreFactory } from 'cognito-local/lib/services/dataStore/factory.js';
import { JsonFile } from '../state/json-file.ts';

type Tree = Record<string, unknown>;

/** One of cognito-local's stores: a tree in memory, kept in a JSON file. Its own writes the file on every request. */
class FileStore implements DataStore {
  readonly #file: JsonFile<Tree>;

  constructor(path: string, initial: Tree) {
    this.#file = new JsonFile(path, initial, reviveDates);
  }

  async get<T>(_: unknown, key: string | string[], fallback?: T): Promise<T> {
    const found = asList(key).reduce<unknown>((tree, part) => (tree as Tree | undefined)?.[part], this.#file.value);
    return (found ?? fallback ?? null) as T;
  }

  async getRoot<T>(): Promise<T | null> {
    return this.#file.value as T;
  }

  async set<T>(_: unknown, key: string | string[], value: T): Promise<void> {
    const [last = '', ...parents] = asList(key).reverse();
    let tree = this.#file.value;
    for (const part of parents.reverse()) {
      tree[part] ??= {};
      tree = tree[part] as Tree;
    }
    tree[last] = value;
    this.#file.save();
  }

  async delete(_: unknown, key: string | string[]): Promise<void> {
    const [last = '', ...parents] = asList(key).reverse();
    const parent = parents
      .reverse()
      .reduce<unknown>((tree, part) => (tree as Tree | undefined)?.[part], this.#file.value);
    if (parent) delete (parent as Tree)[last];
    this.#file.save();
  }

  flush(): Promise<void> {
    return this.#file.flush();
  }
}

/** Keeps cognito-local's stores in a folder. */
export class FileStores implements DataStoreFactory {
  readonly #directory: string;
  readonly #stores: FileStore[] = [];

  constructor(directory: string) {
    this.#directory = directory;
  }

  async create(_: unknown, id: string, initial: object): Promise<DataStore> {
    const store = new FileStore(join(this.#directory, `${id}.json`), structuredClone(initial) as Tree);
    this.#stores.push(store);
    return store;
  }

  async flush(): Promise<void> {
    await Promise.all(this.#stores.map((store) => store.flush()));
  }
}

function asList(key: string | string[]): string[] {
  return Array.isArray(key) ? [...key] : [key];
}

function reviveDates(key: string, value: unknown): unknown {
  return key.endsWith('Date') && typeof value === 'string' ? new Date(value) : value;
}

import { type ItemKey, type ItemTypeName, sortPrefix } from '../../../../lambdas/table/item-types.ts';
import type { Reads } from '../../items/facts.ts';
import { findItemType } from '../../items/item-checks.ts';
import type { PlainItem } from '../../items/plain-item.ts';
import type { ListedObject } from '../sources.ts';

export type Attributes = Readonly<Record<string, unknown>>;

/** Returns a key as one text, for maps. */
const joinKey = ({ pk, sk }: ItemKey) => `${pk}\n${sk}`;

/** Items and objects in memory. Stands in for a table and its bucket, so that a test can corrupt a copy of them. */
export class MemoryStore {
  readonly #items: Map<string, PlainItem>;
  readonly #objects: Map<string, ListedObject>;

  constructor(items: readonly PlainItem[], objects: readonly ListedObject[]) {
    this.#items = new Map(items.map((item) => [joinKey(item), item]));
    this.#objects = new Map(objects.map((object) => [object.key, object]));
  }

  get items(): PlainItem[] {
    return [...this.#items.values()];
  }

  get objects(): ListedObject[] {
    return [...this.#objects.values()];
  }

  /** Returns the items and objects that a repeated read of a finding returns. */
  read({ keys: itemKeys = [], partitions = [], ownerPartitions = [], objects = [], likesOf, allMarkers }: Reads) {
    const isRead = (item: PlainItem) =>
      itemKeys.some(({ pk, sk }) => pk === item.pk && sk === item.sk) ||
      partitions.some(({ pk, prefix }) => pk === item.pk && item.sk.startsWith(prefix)) ||
      ownerPartitions.some((owner) => item.owner === owner) ||
      (likesOf !== undefined && item.sk === sortPrefix('like') + likesOf) ||
      (allMarkers === true && findItemType(item) === 'depthMarker');

    return {
      items: this.items.filter(isRead),
      objects: this.objects.filter(({ key }) => objects.some((prefix) => key.startsWith(prefix))),
    };
  }

  /** Returns the item with this key, or undefined. */
  findByKey(key: ItemKey): PlainItem | undefined {
    return this.#items.get(joinKey(key));
  }

  /** @throws Error if the item is missing */
  get(key: ItemKey): PlainItem {
    const item = this.findByKey(key);
    if (!item) throw new Error(`The store has no item ${key.pk} ${key.sk}.`);
    return item;
  }

  /**
   * Returns the first item of a type with these attributes.
   *
   * @throws Error if there is none
   */
  find(type: ItemTypeName, attributes: Attributes = {}): PlainItem {
    const hasAttributes = (item: PlainItem) =>
      Object.entries(attributes).every(([name, value]) => item[name] === value);
    const item = this.items.find((candidate) => findItemType(candidate) === type && hasAttributes(candidate));
    if (!item) throw new Error(`The store has no such ${type}.`);
    return item;
  }

  put(item: PlainItem): void {
    this.#items.set(joinKey(item), item);
  }

  /** @throws Error if the item is missing */
  remove(key: ItemKey): void {
    this.get(key);
    this.#items.delete(joinKey(key));
  }

  /** Changes attributes of an item. Undefined removes an attribute. */
  change(key: ItemKey, attributes: Attributes): void {
    const entries = Object.entries({ ...this.get(key), ...attributes }).filter(([, value]) => value !== undefined);
    this.put(Object.fromEntries(entries) as PlainItem);
  }

  /** Adds to a number of an item. */
  increase(key: ItemKey, attribute: string, by = 1): void {
    this.change(key, { [attribute]: Number(this.get(key)[attribute]) + by });
  }

  setObject(object: ListedObject): void {
    this.#objects.set(object.key, object);
  }

  /** @throws Error if the object is missing */
  getObject(key: string): ListedObject {
    const object = this.#objects.get(key);
    if (!object) throw new Error(`The store has no object ${key}.`);
    return object;
  }

  changeObject(key: string, attributes: Partial<ListedObject>): void {
    this.setObject({ ...this.getObject(key), ...attributes });
  }

  /** @throws Error if the object is missing */
  removeObject(key: string): void {
    this.getObject(key);
    this.#objects.delete(key);
  }
}

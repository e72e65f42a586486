import type { z } from 'zod';
import type { ItemType } from '../../../lambdas/table/item-type.ts';
import { ITEM_TYPES, type ItemKey, type ItemTypeName, partitionIdOf } from '../../../lambdas/table/item-types.ts';
import { DAY_SECONDS } from '../../../shared/rules/durations.ts';
import type { Facts, Finding } from './facts.ts';
import { maskKey } from './masked-key.ts';

/** The invariants that one item can break, independently of all others. */
export const ITEM_INVARIANTS = {
  'known-type': 'Every item has a known type: its keys match one row of docs/access-patterns.md',
  shape: 'Items have the attributes of their type; tombstones have no others',
  key: 'Keys are those that the code builds from the attributes',
  'index-attributes': 'Index attributes are those that the code computes from the item',
  'storage-key':
    "The storage key in an item is the member's own: of a file, a profile picture, or the picture of its post",
  values: 'Content types, file names, and depths are those that the product accepts',
  expiry: 'Items expire exactly if their type does, and DynamoDB deletes expired items',
} as const;

/** Attributes that the indexes use. */
const INDEX_ATTRIBUTES = [
  'list',
  'depthList',
  'typeList',
  'owner',
  'depthOrder',
  'textOrder',
  'numberOrder',
  'searchText',
] as const;

/** Expected index attributes of an item. Attributes that are not listed must be absent. */
export type IndexAttributes = Readonly<Partial<Record<(typeof INDEX_ATTRIBUTES)[number], string | number>>>;

/** Maximum time since an item's expiry, in days. DynamoDB deletes expired items within days, unless TTL is off. */
const MAX_EXPIRED_DAYS = 14;

export interface CheckContext {
  readonly facts: Facts;
  /** Shards of each list partition: the stage's `depthIndexShards`. */
  readonly shards: number;
  /** Time of the verification, in milliseconds. */
  readonly now: number;
}

/** A wrong value of an item whose facts can still be used. */
export interface Flaw {
  readonly invariant: 'storage-key' | 'values';
  readonly expected: string;
  /** Must not contain texts of members. */
  readonly found: string;
}

/** The rules for the items of one variant of a type. */
interface Variant<S extends z.ZodType> {
  readonly schema: S;
  /** Returns the key that the code builds from the item's attributes. */
  readonly key?: (item: z.output<S> & ItemKey) => ItemKey;
  /** Describes the expected key, or returns undefined if the key is valid. For keys that no attributes determine. */
  readonly findKeyFlaw?: (item: ItemKey) => string | undefined;
  readonly indexes?: (item: z.output<S>, shards: number) => IndexAttributes;
  /** Finds wrong values, including those that depend on each other. */
  readonly findFlaws?: (item: z.output<S>) => Iterable<Flaw>;
  /** Whether items of this variant expire, if that differs from their type. */
  readonly expires?: boolean;
  /** Stores the facts that the invariants between items need. */
  readonly collect?: (item: z.output<S> & ItemKey, facts: Facts) => void;
}

type Item = Readonly<Record<string, unknown>> & ItemKey;

/** Checks one item, and stores the facts that the invariants compare later. */
export type ItemCheck = (type: ItemTypeName, item: Item, context: CheckContext) => void;

/** Builds the check of items with this variant's attributes. */
export function checkVariant<S extends z.ZodType>(variant: Variant<S>): ItemCheck {
  return (type, item, { facts, shards, now }) => {
    const report = (invariant: keyof typeof ITEM_INVARIANTS, expected: string, found: string) =>
      facts.suspect({ invariant, ...describeItem(type, item), expected, found });

    const expires = variant.expires ?? 'expires' in ITEM_TYPES[type];
    checkExpiry(item, expires, now, (expected, found) => report('expiry', expected, found));

    const parseResult = variant.schema.safeParse(item);
    if (!parseResult.success) {
      const [expected, found] = describeIssues(parseResult.error, item);
      report('shape', expected, found);
      return;
    }

    const parsedItem = parseResult.data as z.output<S> & ItemKey;
    const keyFlaw = variant.findKeyFlaw?.(parsedItem);
    const builtKey = variant.key?.(parsedItem);
    if (keyFlaw !== undefined) report('key', keyFlaw, 'another key');
    if (builtKey && (builtKey.pk !== item.pk || builtKey.sk !== item.sk)) {
      report('key', maskKey(type, builtKey), maskKey(type, item));
      return;
    }

    const indexAttributes = variant.indexes?.(parsedItem, shards) ?? {};
    compareIndexes(item, indexAttributes, (expected, found) => report('index-attributes', expected, found));
    for (const { invariant, expected, found } of variant.findFlaws?.(parsedItem) ?? []) {
      report(invariant, expected, found);
    }
    // Without facts, no invariant reports an item with a wrong key a second time.
    if (keyFlaw === undefined) variant.collect?.(parsedItem, facts);
  };
}

/** Returns a function that stores which member an item belongs to, for types whose invariants need nothing else. */
export function collectOther(type: ItemTypeName) {
  return (item: ItemKey, facts: Facts) =>
    facts.add('other', { user: partitionIdOf(item), type, row: maskKey(type, item) });
}

/** Reports an item whose keys match no type. */
export function reportUnknownItem(item: ItemKey, facts: Facts): void {
  facts.suspect({
    invariant: 'known-type',
    ...describeItem(undefined, item),
    expected: 'keys of a known type',
    found: 'unknown keys',
  });
}

const TYPE_NAMES = Object.keys(ITEM_TYPES) as ItemTypeName[];

/** Returns the type whose key pattern matches, or undefined. */
export function findItemType({ pk, sk }: ItemKey): ItemTypeName | undefined {
  return TYPE_NAMES.find((name) => {
    const { partition, partitionId, sort, sortId }: ItemType = ITEM_TYPES[name];
    return matchesPrefix(pk, partition, partitionId !== undefined) && matchesPrefix(sk, sort, sortId !== undefined);
  });
}

/** Returns whether a key has a prefix, and an ID after it if `hasId` is true. */
function matchesPrefix(key: string, prefix: string, hasId: boolean): boolean {
  if (!hasId) return key === prefix;
  const start = prefix === '' ? '' : `${prefix}#`;
  return key.startsWith(start) && key.length > start.length;
}

function describeItem(type: ItemTypeName | undefined, item: ItemKey): Pick<Finding, 'type' | 'key' | 'reads'> {
  const { pk, sk } = item;
  return { type: type ?? 'unknown', key: maskKey(type, item), reads: { keys: [{ pk, sk }] } };
}

/** Describes invalid attributes by name and type, without their values. */
function describeIssues(error: z.ZodError, item: Item): [expected: string, found: string] {
  const expected = error.issues.map((issue) => {
    const expectation = describeExpectation(issue);
    return issue.path.length > 0 ? `${issue.path.map(String).join('.')}: ${expectation}` : expectation;
  });
  const invalidNames = new Set(error.issues.flatMap(({ path }) => (path.length > 0 ? [String(path[0])] : [])));
  const found = [...invalidNames].map((name) => `${nameOf(name)}: ${typeof item[name]}`);

  return [expected.join('; '), found.join('; ') || 'further attributes'];
}

function describeExpectation(issue: z.ZodError['issues'][number]): string {
  if (issue.code === 'invalid_type') return issue.expected;
  return issue.code === 'unrecognized_keys' ? `no ${issue.keys.map(nameOf).join(', ')}` : issue.code;
}

/** Returns the name of an attribute for the report. Hides unusual names, because a damaged item can have any. */
function nameOf(attribute: string): string {
  return /^\w{1,40}$/.test(attribute) ? attribute : 'an attribute';
}

/** Compares index attributes. Reports only the names of attributes that contain texts of members, not the texts. */
function compareIndexes(item: Item, expected: IndexAttributes, report: (expected: string, found: string) => void) {
  const differingNames = INDEX_ATTRIBUTES.filter((name) => item[name] !== expected[name]);
  if (differingNames.length === 0) return;

  const show = (name: (typeof INDEX_ATTRIBUTES)[number], value: unknown) => {
    if (value === undefined) return `no ${name}`;
    // A profile's textOrder is its username.
    const isText =
      name === 'searchText' || (name === 'textOrder' && !/^\d{4}-\d\d-\d\dT[\d:.]+Z(#\d+)?$/.test(`${value}`));
    return isText ? name : `${name} ${String(value).slice(0, 80)}`;
  };

  const differences = differingNames.map((name) => [show(name, expected[name]), show(name, item[name])] as const);
  const expectedTexts = differences.map(([expectedText]) => expectedText);
  const foundTexts = differences.map(([expectedText, foundText]) =>
    expectedText === foundText ? `another ${foundText}` : foundText,
  );
  report(expectedTexts.join(', '), foundTexts.join(', '));
}

/** Reports an item that expires although its type doesn't, or that expired long ago. */
function checkExpiry(item: Item, expires: boolean, now: number, report: (expected: string, found: string) => void) {
  const { expiresAt } = item;
  if (!expires && expiresAt !== undefined) return report('no expiresAt', 'expiresAt, so DynamoDB will delete it');

  // Without `expiresAt`, the number of days is NaN. The schema check reports the missing attribute.
  const days = Math.floor((now / 1000 - Number(expiresAt)) / DAY_SECONDS);
  if (expires && days > MAX_EXPIRED_DAYS) report(`deleted within ${MAX_EXPIRED_DAYS} days`, `expired ${days} days ago`);
}

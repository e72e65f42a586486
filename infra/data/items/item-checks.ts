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

/** Maximum length of an index attribute in the report, in characters. */
const MAX_REPORTED_LENGTH = 80;

/** Matches the `textOrder` of items that are sorted by time. A profile's `textOrder` derives from its username. */
const TIME_ORDER = /^\d{4}-\d\d-\d\dT[\d:.]+Z(#\d+)?$/;

const TYPE_NAMES = Object.keys(ITEM_TYPES) as ItemTypeName[];

export interface CheckContext {
  readonly facts: Facts;
  /** Shards of each list partition: the stage's `depthIndexShards`. */
  readonly shards: number;
  /** Time of the verification, in milliseconds. */
  readonly now: number;
}

/** The expected and the found state of an item, for the report. */
interface Difference {
  readonly expected: string;
  /** Must not contain texts of members. */
  readonly found: string;
}

/** A wrong value of an item whose facts can still be used. */
export interface WrongValue extends Difference {
  readonly invariant: 'storage-key' | 'values';
}

/** The rules for the items of one variant of a type. A live profile and its tombstone are two variants, for example. */
interface Variant<S extends z.ZodType> {
  readonly schema: S;
  /** Returns the key that the code builds from the item's attributes. Another key ends the check of the item. */
  readonly key?: (item: z.output<S> & ItemKey) => ItemKey;
  /**
   * Describes the expected key, or returns undefined if the key is valid. For rules that `key` can't check, because no
   * attributes determine the key.
   */
  readonly findWrongKey?: (item: ItemKey) => string | undefined;
  readonly indexes?: (item: z.output<S>, shards: number) => IndexAttributes;
  /** Finds wrong values, including those that depend on each other. */
  readonly findWrongValues?: (item: z.output<S>) => Iterable<WrongValue>;
  /** Overrides whether items of this type expire. */
  readonly expires?: boolean;
  /** Stores the facts that the invariants between items need. */
  readonly collect?: (item: z.output<S> & ItemKey, facts: Facts) => void;
}

type Item = Readonly<Record<string, unknown>> & ItemKey;

/** Checks one item, and stores the facts that the invariants compare later. */
export type ItemCheck = (type: ItemTypeName, item: Item, context: CheckContext) => void;

/** Creates the check of items with this variant's attributes. */
export function createItemCheck<S extends z.ZodType>(variant: Variant<S>): ItemCheck {
  return (type, item, { facts, shards, now }) => {
    const report = (invariant: keyof typeof ITEM_INVARIANTS, { expected, found }: Difference) =>
      facts.addFinding({ invariant, ...describeItem(type, item), expected, found });

    const expires = variant.expires ?? 'expires' in ITEM_TYPES[type];
    const wrongExpiry = findWrongExpiry(item, expires, now);
    if (wrongExpiry) report('expiry', wrongExpiry);

    const parseResult = variant.schema.safeParse(item);
    if (!parseResult.success) return report('shape', describeIssues(parseResult.error, item));

    const parsedItem = parseResult.data as z.output<S> & ItemKey;
    const expectedKey = variant.findWrongKey?.(parsedItem);
    const builtKey = variant.key?.(parsedItem);
    if (expectedKey !== undefined) report('key', { expected: expectedKey, found: 'another key' });
    if (builtKey && (builtKey.pk !== item.pk || builtKey.sk !== item.sk)) {
      return report('key', { expected: maskKey(type, builtKey), found: maskKey(type, item) });
    }

    const wrongIndexes = findWrongIndexes(item, variant.indexes?.(parsedItem, shards) ?? {});
    if (wrongIndexes) report('index-attributes', wrongIndexes);
    for (const wrongValue of variant.findWrongValues?.(parsedItem) ?? []) report(wrongValue.invariant, wrongValue);

    // Other invariants would report an item with a wrong key again, so collect no facts about it.
    if (expectedKey === undefined) variant.collect?.(parsedItem, facts);
  };
}

/** Returns a function that stores which member an item belongs to, for types whose invariants need nothing else. */
export function createOwnerCollector(type: ItemTypeName) {
  return (item: ItemKey, facts: Facts) =>
    facts.add('other', { user: partitionIdOf(item), type, row: maskKey(type, item) });
}

/** Reports an item whose keys match no type. */
export function reportUnknownItem(item: ItemKey, facts: Facts): void {
  facts.addFinding({
    invariant: 'known-type',
    ...describeItem(undefined, item),
    expected: 'keys of a known type',
    found: 'unknown keys',
  });
}

/** Returns the type whose key pattern matches, or undefined. */
export function findItemType({ pk, sk }: ItemKey): ItemTypeName | undefined {
  return TYPE_NAMES.find((name) => {
    const { partition, partitionId, sort, sortId }: ItemType = ITEM_TYPES[name];
    return (
      matchesPrefix(pk, { prefix: partition, hasId: partitionId !== undefined }) &&
      matchesPrefix(sk, { prefix: sort, hasId: sortId !== undefined })
    );
  });
}

/** Returns whether a key consists of a prefix, and an ID after it if `hasId` is true. */
function matchesPrefix(key: string, { prefix, hasId }: { prefix: string; hasId: boolean }): boolean {
  if (!hasId) return key === prefix;
  const start = prefix === '' ? '' : `${prefix}#`;
  return key.startsWith(start) && key.length > start.length;
}

/** Returns the parts of a finding that identify an item. The recheck reads the items in `reads` again. */
function describeItem(type: ItemTypeName | undefined, item: ItemKey): Pick<Finding, 'type' | 'key' | 'reads'> {
  const { pk, sk } = item;
  return { type: type ?? 'unknown', key: maskKey(type, item), reads: { keys: [{ pk, sk }] } };
}

/** Describes invalid attributes by name and type, without their values. */
function describeIssues(error: z.ZodError, item: Item): Difference {
  const expectations = error.issues.map((issue) => {
    const expectation = describeExpectation(issue);
    return issue.path.length > 0 ? `${issue.path.map(String).join('.')}: ${expectation}` : expectation;
  });
  const invalidNames = new Set(error.issues.flatMap(({ path }) => (path.length > 0 ? [String(path[0])] : [])));
  const foundTypes = [...invalidNames].map((name) => `${maskAttributeName(name)}: ${typeof item[name]}`);

  return { expected: expectations.join('; '), found: foundTypes.join('; ') || 'further attributes' };
}

function describeExpectation(issue: z.ZodError['issues'][number]): string {
  if (issue.code === 'invalid_type') return issue.expected;
  return issue.code === 'unrecognized_keys' ? `no ${issue.keys.map(maskAttributeName).join(', ')}` : issue.code;
}

/** Returns the name of an attribute for the report. Hides unusual names, because a damaged item can have any. */
function maskAttributeName(attribute: string): string {
  return /^\w{1,40}$/.test(attribute) ? attribute : 'an attribute';
}

/** Returns how the index attributes differ, or undefined. */
function findWrongIndexes(item: Item, expectedAttributes: IndexAttributes): Difference | undefined {
  const differingNames = INDEX_ATTRIBUTES.filter((name) => item[name] !== expectedAttributes[name]);
  if (differingNames.length === 0) return undefined;

  const differences = differingNames.map(
    (name) => [formatAttribute(name, expectedAttributes[name]), formatAttribute(name, item[name])] as const,
  );
  const expectedTexts = differences.map(([expectedText]) => expectedText);
  const foundTexts = differences.map(([expectedText, foundText]) =>
    expectedText === foundText ? `another ${foundText}` : foundText,
  );
  return { expected: expectedTexts.join(', '), found: foundTexts.join(', ') };
}

/** Returns an index attribute for the report. Texts of members are left out. */
function formatAttribute(name: (typeof INDEX_ATTRIBUTES)[number], value: unknown): string {
  if (value === undefined) return `no ${name}`;
  return containsMemberText(name, value) ? name : `${name} ${String(value).slice(0, MAX_REPORTED_LENGTH)}`;
}

function containsMemberText(name: (typeof INDEX_ATTRIBUTES)[number], value: unknown): boolean {
  return name === 'searchText' || (name === 'textOrder' && !TIME_ORDER.test(`${value}`));
}

/** Returns a difference if an item expires although its type doesn't, or if it expired long ago. */
function findWrongExpiry(item: Item, expires: boolean, now: number): Difference | undefined {
  const { expiresAt } = item;
  if (!expires) {
    if (expiresAt === undefined) return undefined;
    return { expected: 'no expiresAt', found: 'expiresAt, so DynamoDB will delete it' };
  }

  // Without `expiresAt`, the number of days is NaN. The schema check reports the missing attribute.
  const expiredDays = Math.floor((now / 1000 - Number(expiresAt)) / DAY_SECONDS);
  return expiredDays > MAX_EXPIRED_DAYS
    ? { expected: `deleted within ${MAX_EXPIRED_DAYS} days`, found: `expired ${expiredDays} days ago` }
    : undefined;
}

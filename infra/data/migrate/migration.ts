import { isDeepStrictEqual } from 'node:util';
import type { ItemKey, ItemTypeName } from '../../../lambdas/table/item-types.ts';
import { findItemType } from '../items/item-checks.ts';

/** Attributes of an item as plain values; sets are instances of `Set`. */
export type Attributes = Readonly<Record<string, unknown>>;

/** An item with its key. */
export type TableItem = Attributes & ItemKey;

/** The attributes that a migration changes in one item. Other attributes stay. */
interface Change {
  readonly set?: Attributes;
  readonly remove?: readonly string[];
}

/**
 * Converts items of some types from an old shape to a new one. docs/runbooks.md#data-model-migration has the steps
 * around it.
 */
export interface Migration {
  /** The place in the order of migrations, beginning with 1. */
  readonly number: number;
  /** Describes the migration in a few words. */
  readonly title: string;
  readonly types: readonly ItemTypeName[];
  /** Attributes that `convert` receives, in addition to the key. The write fails if one of them has changed. */
  readonly reads: readonly string[];
  /** Returns the change, or undefined if the item already has the new shape. Must be pure and idempotent. */
  readonly convert: (item: TableItem) => Change | undefined;
}

/** A conditional update of one item. */
export interface PlannedUpdate {
  /** Input of an UpdateItem command, without the table's name. */
  readonly input: {
    readonly Key: ItemKey;
    readonly UpdateExpression: string;
    readonly ConditionExpression: string;
    readonly ExpressionAttributeNames: Record<string, string>;
    readonly ExpressionAttributeValues?: Record<string, unknown>;
  };
  readonly type: ItemTypeName;
  /** The item after the update. */
  readonly after: TableItem;
}

/** Thrown if a migration breaks a rule of {@link Migration}. Nothing is written for the item. */
export class InvalidMigrationError extends Error {
  constructor({ number, title }: Migration, reason: string) {
    super(`Migration ${number} (${title}) ${reason}`);
    this.name = 'InvalidMigrationError';
  }
}

/**
 * Plans the update of one item, or returns undefined if the item already has the new shape, or has another type.
 *
 * The update writes only changed attributes, so it keeps concurrent changes of other attributes. Its condition is that
 * the item still exists, and that the attributes that the migration reads and changes have the same values.
 *
 * @throws InvalidMigrationError if the migration changes a key or nothing, or would convert its own result
 */
export function planUpdate(migration: Migration, item: TableItem): PlannedUpdate | undefined {
  const type = findItemType(item);
  if (!type || !migration.types.includes(type)) return undefined;

  const change = convertDeclared(migration, item);
  if (!change) return undefined;

  const { set = {}, remove = [] } = change;
  const changedNames = [...Object.keys(set), ...remove];
  if (changedNames.length === 0) throw new InvalidMigrationError(migration, 'returns an empty change.');
  if (changedNames.some((name) => name === 'pk' || name === 'sk')) {
    throw new InvalidMigrationError(migration, 'changes a key. Write items of a new type instead.');
  }

  const changedItem = applyChange(item, set, remove);
  if (convertDeclared(migration, changedItem)) throw new InvalidMigrationError(migration, 'converts its own result.');

  const guardedNames = new Set([...migration.reads, ...changedNames]);
  return { type, after: changedItem, input: buildInput(item, set, remove, guardedNames) };
}

/**
 * Returns the change of an item. Passes only the attributes that the migration declares.
 *
 * @throws InvalidMigrationError if a second call of `convert` returns another change
 */
function convertDeclared(migration: Migration, item: TableItem): Change | undefined {
  const declaredNames = migration.reads.filter((name) => item[name] !== undefined);
  const declaredAttributes = Object.fromEntries(declaredNames.map((name) => [name, item[name]]));
  const convert = () => migration.convert({ ...declaredAttributes, pk: item.pk, sk: item.sk });

  const change = convert();
  if (!isDeepStrictEqual(change, convert())) throw new InvalidMigrationError(migration, 'is not a pure function.');
  return change;
}

function applyChange(item: TableItem, set: Attributes, remove: readonly string[]): TableItem {
  const keptAttributes = Object.entries(item).filter(([name]) => !remove.includes(name));
  return { ...Object.fromEntries(keptAttributes), ...set, pk: item.pk, sk: item.sk };
}

/**
 * Builds the input of the update.
 *
 * @param guardedNames - attributes that must have the same values as in the item
 */
function buildInput(
  item: TableItem,
  set: Attributes,
  remove: readonly string[],
  guardedNames: ReadonlySet<string>,
): PlannedUpdate['input'] {
  const names = [...guardedNames];
  const indexOf = (name: string) => names.indexOf(name);
  const assignments = Object.keys(set).map((name) => `#${indexOf(name)} = :new${indexOf(name)}`);
  const removals = remove.map((name) => `#${indexOf(name)}`);
  const conditions = names.map((name) =>
    item[name] === undefined ? `attribute_not_exists(#${indexOf(name)})` : `#${indexOf(name)} = :old${indexOf(name)}`,
  );

  const values = Object.fromEntries([
    ...names.filter((name) => item[name] !== undefined).map((name) => [`:old${indexOf(name)}`, item[name]]),
    ...Object.entries(set).map(([name, value]) => [`:new${indexOf(name)}`, value]),
  ]);

  const setClause = assignments.length > 0 && `SET ${assignments.join(', ')}`;
  const removeClause = removals.length > 0 && `REMOVE ${removals.join(', ')}`;

  return {
    Key: { pk: item.pk, sk: item.sk },
    UpdateExpression: [setClause, removeClause].filter(Boolean).join(' '),
    ConditionExpression: ['attribute_exists(pk)', ...conditions].join(' AND '),
    ExpressionAttributeNames: Object.fromEntries(names.map((name) => [`#${indexOf(name)}`, name])),
    ...(Object.keys(values).length > 0 && { ExpressionAttributeValues: values }),
  };
}

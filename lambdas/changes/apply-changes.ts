import type { DynamoDBRecord } from 'aws-lambda';
import { processRows } from '../platform/process-rows.ts';
import { unmarshallItem } from '../table/attribute-values.ts';
import { type ItemKey, isKeyOf, partitionIdOf } from '../table/item-types.ts';
import type { Effect } from './effect.ts';
import { EFFECTS } from './effects.ts';
import type { Projection } from './projection.ts';
import { PROJECTIONS } from './projections.ts';
import { SOURCE_TYPES, type SourceType } from './source-types.ts';

const JOB = 'apply-changes';

/** An item before or after a change. The casts below are safe: a view or effect gets only items of its source type. */
type Image = Readonly<Record<string, unknown>>;

/** One change of one item. */
interface ItemChange {
  readonly type: SourceType;
  /** The ID in the item's partition key. */
  readonly id: string;
  readonly before: Image | undefined;
  readonly after: Image | undefined;
}

/**
 * Applies records of the table's stream to all views, one after another, because concurrent changes of one row would
 * conflict. Then runs the effects, once per item: several changes of an item have the same effect as the last one.
 *
 * An error that isn't transient concerns one item. The error is logged and counted, and the feed continues. The view is
 * repaired by a job that visits all source items, such as the audit of all members, or by `npm run rebuild-view`.
 *
 * @throws the first transient error; Lambda delivers the batch again
 */
export async function applyChanges(records: readonly DynamoDBRecord[]): Promise<void> {
  const changes = records.flatMap(toChange);
  const describe = ({ type, id }: ItemChange) => ({ type, id });
  await processRows(changes, applyToViews, { job: JOB, describe, sequential: true });

  for (const [effect, { source, isRelevant, run }] of Object.entries<Effect<Image>>(EFFECTS as never)) {
    const relevantChanges = changes.filter(({ type, before, after }) => type === source && isRelevant(before, after));
    const changesById = Map.groupBy(relevantChanges, ({ id }) => id);
    const runEffect = ([id, [firstChange]]: [string, ItemChange[]]) => run(id, firstChange?.before);
    await processRows([...changesById], runEffect, { job: JOB, describe: ([id]) => ({ effect, id }) });
  }
}

async function applyToViews({ type, id, before, after }: ItemChange): Promise<void> {
  for (const projection of Object.values<Projection<Image>>(PROJECTIONS as never)) {
    if (projection.source === type && projection.isRelevant(before, after)) await projection.apply(id, after);
  }
}

/** Returns the change that a record describes, or an empty list if the feed doesn't deliver the item's type. */
function toChange({ dynamodb: { Keys, OldImage, NewImage } = {} }: DynamoDBRecord): ItemChange[] {
  const key = toItem<ItemKey>(Keys);
  const type = key && SOURCE_TYPES.find((sourceType) => isKeyOf(sourceType, key));
  if (!key || !type) return [];

  return [{ type, id: partitionIdOf(key), before: toItem<Image>(OldImage), after: toItem<Image>(NewImage) }];
}

function toItem<T>(image: object | undefined): T | undefined {
  return image && (unmarshallItem(image) as T);
}

import type { DynamoDBRecord } from 'aws-lambda';
import { processRows, RowsFailed } from '../platform/process-rows.ts';
import { unmarshallItem } from '../table/attribute-values.ts';
import { type ItemKey, isKeyOf, partitionIdOf } from '../table/item-types.ts';
import type { Projection } from './projection.ts';
import { PROJECTIONS } from './projections.ts';
import { SOURCE_TYPES, type SourceType } from './source-types.ts';

const JOB = 'apply-changes';

type Image = Readonly<Record<string, unknown>>;

/** All changes of one item in a batch, as one change. */
interface ItemChange {
  readonly type: SourceType;
  /** The ID in the item's partition key. */
  readonly id: string;
  readonly before: Image | undefined;
  after: Image | undefined;
}

/**
 * Applies records of the table's stream to all views.
 *
 * Several records of one item count as one change, from the first state to the last. Items are processed one after
 * another, because concurrent changes of one bucket would conflict.
 *
 * @throws RowsFailed after all items, if the change of an item failed with a final error; its line in the log names the
 *   item. Lambda then divides the batch until only that record is left, and sends its position to the failure queue.
 * @throws the first transient error; Lambda delivers the batch again
 */
export async function applyChanges(records: readonly DynamoDBRecord[]): Promise<void> {
  const changes = combine(records);
  const describe = ({ type, id }: ItemChange) => ({ type, id });
  const failedRows = await processRows(changes, applyToViews, { job: JOB, describe, sequential: true });
  if (failedRows > 0) throw new RowsFailed(JOB, failedRows);
}

async function applyToViews({ type, id, before, after }: ItemChange): Promise<void> {
  for (const projection of Object.values<Projection<Image>>(PROJECTIONS as never)) {
    if (projection.source === type && projection.isConcerned(before, after)) await projection.apply(id, after);
  }
}

/** Combines the records of each item, in the order of the first ones. Records of other types are dropped. */
function combine(records: readonly DynamoDBRecord[]): ItemChange[] {
  const changes = new Map<string, ItemChange>();

  for (const { dynamodb: { Keys, OldImage, NewImage } = {} } of records) {
    const key = toItem<ItemKey>(Keys);
    const type = key && SOURCE_TYPES.find((sourceType) => isKeyOf(sourceType, key));
    if (!key || !type) continue;

    const after = toItem<Image>(NewImage);
    const change = changes.get(key.pk);
    if (change) change.after = after;
    else changes.set(key.pk, { type, id: partitionIdOf(key), before: toItem<Image>(OldImage), after });
  }

  return [...changes.values()];
}

function toItem<T>(image: object | undefined): T | undefined {
  return image && (unmarshallItem(image) as T);
}

import { readSetting } from '../platform/config.ts';
import { isConflict } from '../platform/transient-errors.ts';
import { createDocumentClient } from './document-client.ts';

/** The client of the single table, created once per function instance. */
export const table = createDocumentClient({ maxAttempts: 4 });

/** Makes the SDK retry single writes that conflict with a concurrent transaction. By default, the SDK throws. */
table.middlewareStack.add(
  (next) => async (args) => {
    try {
      return await next(args);
    } catch (error) {
      if (isConflict(error)) Object.assign(error as Error, { $retryable: {} });
      throw error;
    }
  },
  { name: 'retryConflicts', step: 'deserialize', priority: 'high' },
);

/** Returns the table's name. */
export function tableName(): string {
  return readSetting('TABLE_NAME');
}

/** Returns the number of shards per list, and per depth band of lists that have bands. See docs/depth-index.md. */
export function depthIndexShards(): number {
  return Number(readSetting('DEPTH_INDEX_SHARDS'));
}

/** `lambdas/table/client.ts` with the plain SDK: the baseline of part `sdk`. */
import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';
import { readSetting } from '../../../../lambdas/platform/config.ts';

export const table = DynamoDBDocumentClient.from(new DynamoDBClient({ maxAttempts: 4 }), {
  marshallOptions: { removeUndefinedValues: true },
});

export const tableName = () => readSetting('TABLE_NAME');
export const depthIndexShards = () => Number(readSetting('DEPTH_INDEX_SHARDS'));

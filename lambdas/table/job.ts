import { DeleteCommand, GetCommand, PutCommand } from '@aws-sdk/lib-dynamodb';
import { table, tableName } from './client.ts';
import { jobKey } from './keys.ts';

/** How far a job has come that works through more than fits into one invocation; undefined at its beginning. */
export async function jobProgress<T>(job: string): Promise<T | undefined> {
  const { Item } = await table.send(new GetCommand({ TableName: tableName(), Key: jobKey(job) }));
  return Item?.progress as T | undefined;
}

/** Notes how far a job has come. */
export async function saveJobProgress(job: string, progress: unknown): Promise<void> {
  await table.send(new PutCommand({ TableName: tableName(), Item: { ...jobKey(job), progress } }));
}

/** Notes that a job is through: the next run begins anew. */
export async function finishJob(job: string): Promise<void> {
  await table.send(new DeleteCommand({ TableName: tableName(), Key: jobKey(job) }));
}

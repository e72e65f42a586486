import { DeleteCommand, GetCommand, PutCommand } from '@aws-sdk/lib-dynamodb';
import { table, tableName } from './client.ts';
import { jobKey } from './keys.ts';

/** Returns the saved progress of a job that spans several invocations, or undefined at the start of a run. */
export async function readJobProgress<T>(job: string): Promise<T | undefined> {
  const { Item } = await table.send(new GetCommand({ TableName: tableName(), Key: jobKey(job) }));
  return Item?.progress as T | undefined;
}

/** Saves a job's progress for its next invocation. */
export async function saveJobProgress(job: string, progress: unknown): Promise<void> {
  await table.send(new PutCommand({ TableName: tableName(), Item: { ...jobKey(job), progress } }));
}

/** Deletes a finished job's progress, so that the next run starts from the beginning. */
export async function clearJobProgress(job: string): Promise<void> {
  await table.send(new DeleteCommand({ TableName: tableName(), Key: jobKey(job) }));
}

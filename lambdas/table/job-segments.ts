import { PutCommand, UpdateCommand } from '@aws-sdk/lib-dynamodb';
import { batchGet } from './batch-get.ts';
import { table, tableName } from './client.ts';
import { attemptWrite, isWritten } from './conditional-write.ts';
import type { ItemKey } from './item-types.ts';
import { jobSegmentKey } from './keys.ts';

/** One of several parts of a job's work. During a worker's lease, no other worker processes the segment. */
export interface Segment {
  readonly job: string;
  readonly number: number;
  readonly count: number;
}

/** A segment as it is stored. */
interface SegmentItem<P> {
  readonly progress?: P;
  /** The worker that has leased the segment. */
  readonly worker?: string;
  /** When the lease ends, in milliseconds since 1970. */
  readonly leasedUntil?: number;
}

/** Returns all segments of a job; new segments are empty. Strongly consistent. */
export async function readSegments<P>(job: string, count: number): Promise<(Segment & SegmentItem<P>)[]> {
  const segments = Array.from({ length: count }, (_, number): Segment => ({ job, number, count }));
  const items = await batchGet<SegmentItem<P> & ItemKey>(segments.map(jobSegmentKey), { consistent: true });

  return segments.map((segment) => {
    const item = items.find(({ sk }) => sk === jobSegmentKey(segment).sk);
    return { ...segment, progress: item?.progress, worker: item?.worker, leasedUntil: item?.leasedUntil };
  });
}

/**
 * Leases a segment to a worker, unless another worker's lease hasn't ended.
 *
 * @param times - now, and when the lease ends, in milliseconds since 1970
 * @returns the segment's progress, or 'leased' if another worker has it
 */
export async function leaseSegment<P>(
  segment: Segment,
  workerId: string,
  times: { readonly now: number; readonly until: number },
): Promise<P | 'leased' | undefined> {
  const response = await attemptWrite(
    table.send(
      new UpdateCommand({
        TableName: tableName(),
        Key: jobSegmentKey(segment),
        UpdateExpression: 'SET worker = :worker, leasedUntil = :until',
        ConditionExpression: 'attribute_not_exists(leasedUntil) OR leasedUntil <= :now',
        ExpressionAttributeValues: { ':worker': workerId, ':until': times.until, ':now': times.now },
        ReturnValues: 'ALL_NEW',
      }),
    ),
  );
  return response ? (response.Attributes?.progress as P | undefined) : 'leased';
}

/**
 * Saves the progress of a leased segment, and extends or ends the lease.
 *
 * @param leasedUntil - end of the lease, in milliseconds since 1970; the current time ends the lease now
 * @returns false if another worker has leased the segment; nothing was written then
 */
export async function saveSegment(
  segment: Segment,
  workerId: string,
  progress: unknown,
  leasedUntil: number,
): Promise<boolean> {
  return isWritten(
    table.send(
      new UpdateCommand({
        TableName: tableName(),
        Key: jobSegmentKey(segment),
        UpdateExpression: 'SET progress = :progress, leasedUntil = :until',
        ConditionExpression: 'worker = :worker',
        ExpressionAttributeValues: { ':progress': progress, ':until': leasedUntil, ':worker': workerId },
      }),
    ),
  );
}

/** Resets a job's segments, and ends their leases. Running workers stop when they next save their progress. */
export async function resetSegments(job: string, count: number): Promise<void> {
  for (let number = 0; number < count; number++) {
    await table.send(new PutCommand({ TableName: tableName(), Item: jobSegmentKey({ job, number, count }) }));
  }
}

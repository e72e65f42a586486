/*
 * Pages of all members, for jobs that check a part of them in each run.
 */
import type { Micrometres } from '../../shared/rules/depth.ts';
import { readDepthIndex } from '../table/depth-index.ts';
import type { DepthPosition } from '../table/depth-query.ts';
import { partitionIdOf } from '../table/item-types.ts';
import { clearJobProgress, readJobProgress, saveJobProgress } from '../table/job-progress.ts';

/** Members per page. A job checks its time between two pages. */
const PAGE_SIZE = 50;

/** A depth value above every member, so that a job reads all of them. */
const MAX_DEPTH: Micrometres = Number.MAX_SAFE_INTEGER;

/** The position where the next page of members begins; null after the last page. */
export type MemberPosition = DepthPosition | null;

/** Returns the position where a job's previous run ended; by default the start of the list. */
export async function readMemberPosition(job: string): Promise<DepthPosition> {
  return (await readJobProgress<DepthPosition>(job)) ?? {};
}

/** Saves the position where a job's next run begins. After the last member, the next run starts over. */
export async function saveMemberPosition(job: string, position: MemberPosition): Promise<void> {
  if (position) await saveJobProgress(job, position);
  else await clearJobProgress(job);
}

/** Reads one page of all members, by name. Omits deleted accounts. */
export async function readMemberPage(from: DepthPosition): Promise<{ userIds: string[]; next: MemberPosition }> {
  const query = { kind: 'USER', index: 'ByText', depth: MAX_DEPTH, limit: PAGE_SIZE, filters: [] } as const;
  const { rows, next } = await readDepthIndex({ ...query, from });
  return { userIds: rows.map(({ pk }) => partitionIdOf({ pk })), next };
}

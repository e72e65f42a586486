import type { TestProject } from 'vitest/node';
import { provideLocalTarget } from './target.ts';

/** A local cloud whose depth bands are spread over eight partitions each. */
export default function provideShardedTarget(project: TestProject): Promise<() => Promise<void>> {
  return provideLocalTarget(project, { depthIndexShards: 8 });
}

import type { Micrometres } from '../../shared/rules/depth.ts';
import { depthIndexShards, tableName } from './client.ts';
import { partitionIdOf } from './item-types.ts';
import { depthCeiling, depthListPartition, depthText } from './keys.ts';
import { queryShared } from './shared-queries.ts';
import type { Viewer } from './visible.ts';

/**
 * Returns the IDs of the members nearest to the viewer, nearest first. Reads upwards and downwards from their depth.
 *
 * @param range - maximum distance in each direction
 */
export async function findNearestMembers(viewer: Viewer, range: Micrometres, limit: number): Promise<string[]> {
  const viewerOrder = depthCeiling(viewer.depth);
  const directions: readonly Direction[] = [
    { from: depthText(Math.max(0, viewer.depth - range)), to: viewerOrder, isUpwards: false },
    { from: viewerOrder, to: depthCeiling(viewer.depth + range), isUpwards: true },
  ];
  // Each query reads one extra member, because the viewer may be among the results.
  const queries = directions.flatMap((direction) =>
    Array.from({ length: depthIndexShards() }, (_, shard) => readNeighbours(shard, direction, limit + 1)),
  );
  const distanceOf = ({ depth }: Neighbour) => Math.abs(depth - viewer.depth);

  return (await Promise.all(queries))
    .flat()
    .filter(({ userId }) => userId !== viewer.userId)
    .sort((a, b) => distanceOf(a) - distanceOf(b) || (a.userId < b.userId ? -1 : 1))
    .slice(0, limit)
    .map(({ userId }) => userId);
}

/** A member near the viewer. */
interface Neighbour {
  readonly userId: string;
  readonly depth: Micrometres;
}

/** A range of `depthOrder` that is read from one end. */
interface Direction {
  readonly from: string;
  readonly to: string;
  /** Whether the read begins at `from`, otherwise at `to`. */
  readonly isUpwards: boolean;
}

async function readNeighbours(shard: number, { from, to, isUpwards }: Direction, limit: number): Promise<Neighbour[]> {
  const { response } = await queryShared({
    TableName: tableName(),
    IndexName: 'ByDepth',
    KeyConditionExpression: 'depthList = :list AND depthOrder BETWEEN :from AND :to',
    ExpressionAttributeValues: { ':list': depthListPartition('USER', shard), ':from': from, ':to': to },
    ScanIndexForward: isUpwards,
    Limit: limit,
  });

  return (response.Items ?? []).map(({ pk, depthOrder }) => ({
    userId: partitionIdOf({ pk: String(pk) }),
    depth: Number(depthOrder),
  }));
}

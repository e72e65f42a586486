import { QueryCommand } from '@aws-sdk/lib-dynamodb';
import { bandOf } from '../../shared/depth/bands.ts';
import type { Micrometres } from '../../shared/depth/depth.ts';
import { depthIndexShards, table, tableName } from './client.ts';
import { depthCeiling, depthText, listPartition } from './keys.ts';
import type { Viewer } from './visible.ts';

/**
 * The members nearest to somebody, without themselves, nearest first: read upwards and downwards from where they are,
 * in every depth band that the range touches.
 *
 * @param range - how far to look, up and down
 */
export async function nearestMembers(viewer: Viewer, range: Micrometres, limit: number): Promise<string[]> {
  const [low, high] = [Math.max(0, viewer.depth - range), viewer.depth + range];
  const own = bandOf(viewer.depth);
  const queries: Promise<Neighbour[]>[] = [];
  // One more than wanted: the viewer is among those at their own depth.
  const ask = (band: number, direction: Direction) => {
    for (let shard = 0; shard < depthIndexShards(); shard++) {
      queries.push(readBand(listPartition('USER', band, shard), direction, limit + 1));
    }
  };
  for (let band = bandOf(low); band <= own; band++) {
    ask(band, { from: depthText(low), to: depthCeiling(viewer.depth), up: false });
  }
  for (let band = own; band <= bandOf(high); band++) {
    ask(band, { from: depthCeiling(viewer.depth), to: depthCeiling(high), up: true });
  }
  const distance = ({ depth }: Neighbour) => Math.abs(depth - viewer.depth);
  return (await Promise.all(queries))
    .flat()
    .filter(({ userId }) => userId !== viewer.userId)
    .sort((a, b) => distance(a) - distance(b) || (a.userId < b.userId ? -1 : 1))
    .slice(0, limit)
    .map(({ userId }) => userId);
}

interface Neighbour {
  readonly userId: string;
  readonly depth: Micrometres;
}

interface Direction {
  readonly from: string;
  readonly to: string;
  readonly up: boolean;
}

async function readBand(list: string, { from, to, up }: Direction, limit: number): Promise<Neighbour[]> {
  const { Items = [] } = await table.send(
    new QueryCommand({
      TableName: tableName(),
      IndexName: 'ByDepth',
      KeyConditionExpression: '#list = :list AND depthOrder BETWEEN :from AND :to',
      ExpressionAttributeNames: { '#list': 'list' },
      ExpressionAttributeValues: { ':list': list, ':from': from, ':to': to },
      ScanIndexForward: up,
      Limit: limit,
    }),
  );
  return Items.map(({ pk, depthOrder }) => ({
    userId: String(pk).slice('USER#'.length),
    depth: Number(depthOrder),
  }));
}

import { depthBucketKey, depthMarkerKey, profileKey } from '../../../../lambdas/table/keys.ts';
import { bucketOf } from '../../../../shared/rules/depth-histogram.ts';
import { maskKey } from '../masked-key.ts';
import type { Invariant } from './invariant.ts';

/** SQL of one row per shard of a bucket: the number of members that it counts, and of markers that name it. */
const COUNTS = `
  SELECT shard, bucket, sum(members) AS members, sum(markers) AS markers FROM (
    SELECT shard, bucket, members, 0 AS markers FROM depthBucket
    UNION ALL SELECT shard, bucket, 0, 1 FROM depthMarker) GROUP BY shard, bucket`;

/** The invariants of the histogram of depths. The marker of a member names the bucket that counts them. */
export const VIEW_INVARIANTS = {
  'histogram-markers': {
    title: 'Each member is counted at the depth of their profile, and no one else is',
    checked: "SELECT count(*) FROM member WHERE state = 'live'",
    *find(facts) {
      const sql = `
        SELECT member.user, depth, member.version, depthMarker.bucket, depthMarker.version AS counted
          FROM member LEFT JOIN depthMarker ON depthMarker.user = member.user WHERE state = 'live'
        UNION ALL SELECT depthMarker.user, NULL, NULL, bucket, depthMarker.version
          FROM depthMarker LEFT JOIN member ON member.user = depthMarker.user WHERE state IS NOT 'live'`;

      for (const { user, depth, version, bucket, counted } of facts.query(sql)) {
        const isLive = version !== null;
        const expected = isLive ? `bucket ${bucketOf(Number(depth))} by version ${version}` : 'no marker';
        const found = counted === null ? 'no marker' : `bucket ${bucket} by version ${counted}`;
        if (expected === found) continue;

        const key = depthMarkerKey(String(user));
        const reads = { keys: [key, profileKey(String(user))] };
        yield { type: 'depthMarker', key: maskKey('depthMarker', key), expected, found, reads };
      }
    },
  },

  'histogram-counts': {
    title: 'The number of members in a bucket is the number of its markers',
    checked: 'SELECT count(*) FROM depthBucket',
    *find(facts) {
      for (const { shard, bucket, members, markers } of facts.query(`${COUNTS} HAVING sum(members) <> sum(markers)`)) {
        const key = depthBucketKey(Number(shard), Number(bucket));
        const expected = `${markers} members (markers)`;
        const found = `${members} members (count)`;
        const reads = { keys: [key], allMarkers: true } as const;
        yield { type: 'depthBucket', key: maskKey('depthBucket', key), expected, found, reads };
      }
    },
  },
} as const satisfies Record<string, Invariant>;

import { depthBucketKey, depthMarkerKey, profileKey } from '../../../../lambdas/table/keys.ts';
import { bucketOf } from '../../../../shared/rules/depth-histogram.ts';
import { maskKey } from '../masked-key.ts';
import type { Invariant } from './invariant.ts';

/**
 * The invariants of the histogram of depths, a view that the change feed keeps up to date.
 *
 * The histogram counts members by bucket, which is a range of depths. Each bucket has several shards, so that writes
 * spread. The marker of a member names the shard and bucket that count them, and the version of the profile from which
 * the bucket follows.
 */
export const VIEW_INVARIANTS = {
  'histogram-markers': {
    title: 'Each member is counted at the depth of their profile, and no one else is',
    checked: "SELECT count(*) FROM member WHERE state = 'live'",
    *find(facts) {
      // The first query returns all live members, with or without a marker. The second one returns the other markers.
      const sql = `
        SELECT member.user, depth, member.version AS profileVersion, bucket, depthMarker.version AS markerVersion
          FROM member LEFT JOIN depthMarker ON depthMarker.user = member.user WHERE state = 'live'
        UNION ALL SELECT depthMarker.user, NULL, NULL, bucket, depthMarker.version
          FROM depthMarker LEFT JOIN member ON member.user = depthMarker.user WHERE state IS NOT 'live'`;

      for (const { user, depth, profileVersion, bucket, markerVersion } of facts.query(sql)) {
        const isLive = profileVersion !== null;
        const expected = isLive ? `bucket ${bucketOf(Number(depth))} by version ${profileVersion}` : 'no marker';
        const found = markerVersion === null ? 'no marker' : `bucket ${bucket} by version ${markerVersion}`;
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
      // One row per shard of a bucket. It may have a count without markers, or markers without a count.
      const sql = `
        SELECT shard, bucket, sum(members) AS countedMembers, sum(markers) AS markerCount FROM (
          SELECT shard, bucket, members, 0 AS markers FROM depthBucket
          UNION ALL SELECT shard, bucket, 0, 1 FROM depthMarker)
        GROUP BY shard, bucket HAVING countedMembers <> markerCount`;

      for (const { shard, bucket, countedMembers, markerCount } of facts.query(sql)) {
        const key = depthBucketKey(Number(shard), Number(bucket));
        const expected = `${markerCount} members (markers)`;
        const found = `${countedMembers} members (count)`;
        const reads = { keys: [key], allMarkers: true } as const;
        yield { type: 'depthBucket', key: maskKey('depthBucket', key), expected, found, reads };
      }
    },
  },
} as const satisfies Record<string, Invariant>;

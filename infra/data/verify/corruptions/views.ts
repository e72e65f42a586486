import { depthMarkerKey } from '../../../../lambdas/table/keys.ts';
import { ADA, BEN, CLEO } from '../fixture.ts';
import type { Corruption } from './corruption.ts';

/** Corruptions of the histogram of depths: the markers of members, and the counts of buckets. */
export const VIEW_CORRUPTIONS: readonly Corruption[] = [
  [
    'a member who is not counted',
    'histogram-markers',
    (snapshot) => {
      snapshot.increase(snapshot.bucketKeyOf(ADA), 'members', -1);
      snapshot.remove(depthMarkerKey(ADA));
    },
  ],
  [
    'a member who is counted by an earlier version',
    'histogram-markers',
    (snapshot) => snapshot.increase(depthMarkerKey(BEN), 'version', -1),
  ],
  [
    'a member who is counted in another bucket',
    'histogram-markers',
    (snapshot) => {
      snapshot.increase(snapshot.bucketKeyOf(BEN), 'members', -1);
      snapshot.change(depthMarkerKey(BEN), { bucket: snapshot.get(depthMarkerKey(ADA)).bucket });
      snapshot.increase(snapshot.bucketKeyOf(BEN), 'members');
    },
  ],
  [
    'a purged member who is still counted',
    'histogram-markers',
    (snapshot) => {
      snapshot.put({ ...snapshot.get(depthMarkerKey(ADA)), ...depthMarkerKey(CLEO), userId: CLEO });
      snapshot.increase(snapshot.bucketKeyOf(CLEO), 'members');
    },
  ],
  [
    'a count that is too high',
    'histogram-counts',
    (snapshot) => snapshot.increase(snapshot.bucketKeyOf(ADA), 'members'),
  ],
];

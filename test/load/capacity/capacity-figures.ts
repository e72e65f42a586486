import type { FigureName } from '../figures.ts';
import type { Consumed } from '../meter.ts';
import { record } from '../results.ts';

/** The patterns of each figure that has a budget, by their labels. The figure is the worst of them. */
const LABELS: readonly (readonly [FigureName, 'read' | 'write', RegExp])[] = [
  ['likeWcu', 'write', /^setLike, (un)?like$/],
  ['viewWcu', 'write', /^(countView|viewFile, the whole request)$/],
  ['followWcu', 'write', /^(un)?follow$/],
  ['messageWcu', 'write', /^sendMessage(, the first of a conversation|, after it was read)?$/],
  ['dashboardRcu', 'read', /^readDashboard/],
  ['usersPageRcu', 'read', /^listUsers, 10 by /],
  ['filesPageRcu', 'read', /^listFiles, 20 from 10,000 m, none liked$/],
  ['filesOneBandRcu', 'read', /^listFiles, 20 from 10,000 m, the newest 40 in one band$/],
  ['filesAllLikedRcu', 'read', /^listFiles, 20 from 10,000 m, all liked$/],
  ['filesManyLikesRcu', 'read', /^listFiles, 20 from 10,000 m, 11 likes each$/],
];

const worst = new Map<FigureName, number>();

/** Stores the capacity of a pattern, if it belongs to a figure and is the highest so far. */
export function recordCapacity(label: string, consumed: Consumed): void {
  for (const [figure, kind, labels] of LABELS) {
    if (!labels.test(label) || consumed[kind] <= (worst.get(figure) ?? -1)) continue;
    worst.set(figure, consumed[kind]);
    record(figure, consumed[kind]);
  }
}

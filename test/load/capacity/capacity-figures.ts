import type { FigureName } from '../figures.ts';
import type { CapacityUse } from '../meter.ts';
import { recordFigure } from '../results.ts';

/** The access patterns of each figure, by their labels. The figure is the highest capacity of these patterns. */
const PATTERNS: readonly (readonly [figure: FigureName, kind: 'read' | 'write', labels: RegExp])[] = [
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

/** The highest capacity of each figure so far. */
const highestUnits = new Map<FigureName, number>();

/** Records the capacity of a pattern as the value of each figure for which it is the highest so far. */
export function recordCapacity(label: string, consumed: CapacityUse): void {
  for (const [figure, kind, labels] of PATTERNS) {
    if (!labels.test(label) || consumed[kind] <= (highestUnits.get(figure) ?? -1)) continue;
    highestUnits.set(figure, consumed[kind]);
    recordFigure(figure, consumed[kind]);
  }
}

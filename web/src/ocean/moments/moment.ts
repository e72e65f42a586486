import { SURFACE_METRES } from '../../../../shared/rules/depth.ts';
import { zoneAt } from '../../../../shared/rules/zones.ts';
import { loadHighestDepth, saveHighestDepth } from './highest-depth.ts';

/** An event of a member's ascent: newly charted zones by level, or the surface. */
export type Moment = { readonly kind: 'charted'; readonly levels: readonly number[] } | { readonly kind: 'surface' };

/**
 * Returns what a member has reached since the highest depth that this device has seen, and stores the new depth. So each
 * moment occurs once, also with several tabs. The first visit on a device has none: the member knows where they are.
 */
export function takeMoment(memberId: string, metres: number): Moment | undefined {
  const highest = loadHighestDepth(memberId);
  if (highest !== undefined && metres <= highest) return;
  saveHighestDepth(memberId, metres);
  return highest === undefined ? undefined : momentBetween(highest, metres);
}

/** Returns the moment of an ascent. Reaching the surface includes the zones that it charts. */
export function momentBetween(from: number, to: number): Moment | undefined {
  if (from < SURFACE_METRES && to >= SURFACE_METRES) return { kind: 'surface' };
  const before = zoneAt(from).level;
  const levels = Array.from({ length: Math.max(0, zoneAt(to).level - before) }, (_, index) => before + 1 + index);
  return levels.length > 0 ? { kind: 'charted', levels } : undefined;
}

/** Adds a moment to one that is still shown. */
export function addMoment(shownMoment: Moment | undefined, nextMoment: Moment): Moment {
  if (shownMoment?.kind !== 'charted' || nextMoment.kind !== 'charted') return nextMoment;
  return { kind: 'charted', levels: [...shownMoment.levels, ...nextMoment.levels] };
}

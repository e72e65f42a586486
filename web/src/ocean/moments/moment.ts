import { SURFACE_METRES } from '../../../../shared/rules/depth.ts';
import { zoneAt } from '../../../../shared/rules/zones.ts';
import { loadHighestDepth, saveHighestDepth } from './highest-depth.ts';

/** An event of a member's ascent: newly charted zones by level, or the surface. */
export type Moment = { readonly kind: 'charted'; readonly levels: readonly number[] } | { readonly kind: 'surface' };

/**
 * Returns the moment since the highest depth at which this device has seen the member, and stores the new depth. So
 * each moment occurs once, even with several tabs. The first visit on a device has no moment.
 */
export function takeMoment(memberId: string, metres: number): Moment | undefined {
  const highestDepth = loadHighestDepth(memberId);
  if (highestDepth !== undefined && metres <= highestDepth) return;

  saveHighestDepth(memberId, metres);
  return highestDepth === undefined ? undefined : momentBetween(highestDepth, metres);
}

/** Returns the moment of an ascent between two depths in metres. The surface replaces the zones charted on the way. */
export function momentBetween(from: number, to: number): Moment | undefined {
  if (from < SURFACE_METRES && to >= SURFACE_METRES) return { kind: 'surface' };

  const startLevel = zoneAt(from).level;
  const levels = Array.from(
    { length: Math.max(0, zoneAt(to).level - startLevel) },
    (_, index) => startLevel + 1 + index,
  );
  return levels.length > 0 ? { kind: 'charted', levels } : undefined;
}

/** Returns what to show after a new moment. Newly charted zones are added to those that are still shown. */
export function addMoment(currentMoment: Moment | undefined, nextMoment: Moment): Moment {
  if (currentMoment?.kind !== 'charted' || nextMoment.kind !== 'charted') return nextMoment;
  return { kind: 'charted', levels: [...currentMoment.levels, ...nextMoment.levels] };
}

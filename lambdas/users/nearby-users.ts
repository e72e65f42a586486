import type { PersonCard } from '../../shared/contract/users.ts';
import { fromMetres } from '../../shared/depth/depth.ts';
import { DASHBOARD_LIST_SIZE, NEARBY_METRES } from '../../shared/depth/limits.ts';
import type { CallingViewer } from '../account/viewer.ts';
import { nearestMembers } from '../table/nearby.ts';
import type { Viewer } from '../table/visible.ts';
import { presentPeople } from './present-people.ts';

/**
 * The members nearest to a viewer, above them as well (decision 15): identity cards, and nothing more.
 */
export async function nearbyUsers(viewer: CallingViewer): Promise<PersonCard[]> {
  return presentPeople(viewer, await nearbyIds(viewer));
}

/** The ids of the members nearest to a viewer, nearest first. */
export function nearbyIds(viewer: Viewer): Promise<string[]> {
  return nearestMembers(viewer, fromMetres(NEARBY_METRES), DASHBOARD_LIST_SIZE);
}

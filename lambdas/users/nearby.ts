import type { Response } from '../../shared/contract/endpoint.ts';
import type { users } from '../../shared/contract/users.ts';
import { fromMetres } from '../../shared/rules/depth.ts';
import { DASHBOARD_LIST_SIZE, NEARBY_METRES } from '../../shared/rules/limits.ts';
import { loadViewer } from '../access/viewer.ts';
import type { Caller } from '../platform/identity.ts';
import { findNearestMembers } from '../table/nearby.ts';
import type { Viewer } from '../table/visible.ts';
import { presentPersonCards } from './present-people.ts';

/** Returns the cards of the members nearest to the caller, including members above the caller. */
export async function listNearby(caller: Caller): Promise<Response<typeof users.nearby>> {
  const viewer = await loadViewer(caller);
  return { users: await presentPersonCards(viewer, await readNearbyIds(viewer)) };
}

/** Reads the IDs of the members nearest to a viewer, nearest first. */
export function readNearbyIds(viewer: Viewer): Promise<string[]> {
  return findNearestMembers(viewer, fromMetres(NEARBY_METRES), DASHBOARD_LIST_SIZE);
}

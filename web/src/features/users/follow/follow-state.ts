import type { QueryClient } from '@tanstack/react-query';
import { ApiError } from '../../../platform/api/api-error.ts';
import { changeHeldPerson } from '../../../platform/api/held-people.ts';
import { roundUpDepth } from '../../../platform/format.ts';
import { texts } from '../texts.ts';

/** What the server says after a follow, or its end. */
export interface FollowAnswer {
  readonly following: boolean;
  readonly followersCount: number;
  readonly followingCount: number;
}

/** Shows the state that is hoped for, with both counts; where it is shown already, nothing changes. */
export function foretell(client: QueryClient, id: string, viewerId: string, follow: boolean): void {
  const step = follow ? 1 : -1;
  let changes = false;
  changeHeldPerson(client, id, (person) => {
    if (person.followedByViewer !== !follow) return person;
    changes = true;
    return { ...counted(person, 'followersCount', step), followedByViewer: follow };
  });
  if (changes) changeHeldPerson(client, viewerId, (viewer) => counted(viewer, 'followingCount', step));
}

/** Shows the state that the server has stated. */
export function settle(client: QueryClient, id: string, viewerId: string, answer: FollowAnswer): void {
  const { following, followersCount, followingCount } = answer;
  changeHeldPerson(client, id, (person) => ({
    ...person,
    ...('followedByViewer' in person && { followedByViewer: following }),
    ...('followersCount' in person && { followersCount }),
  }));
  changeHeldPerson(client, viewerId, (viewer) => ('followingCount' in viewer ? { ...viewer, followingCount } : viewer));
}

function counted(person: Readonly<Record<string, unknown>>, count: string, step: number) {
  const before = person[count];
  return typeof before === 'number' ? { ...person, [count]: Math.max(0, before + step) } : person;
}

/** Why a follow was refused, in words for whoever pressed the button. */
export function followProblem(error: Error): string {
  const code = error instanceof ApiError ? error.code : undefined;
  if (code === 'DepthTooLow') return texts.followTooHigh;
  if (code === 'NotFound') return texts.followGone;
  return texts.followFailed(error.message);
}

/** The metres between two depths, rounded up to what is shown: ascending by so much is enough. */
export function missingMetres(depth: number, viewerDepth: number): number {
  return roundUpDepth(depth - viewerDepth);
}

import type { Caller } from '../platform/identity.ts';
import type { Viewer } from '../table/file.ts';
import { getProfile } from '../table/profile.ts';

/** The caller as somebody who looks: whoever has no profile yet looks from the bottom. */
export async function viewerOf({ userId }: Caller): Promise<Viewer> {
  const profile = await getProfile(userId);
  return { userId, depth: profile?.depth ?? 0 };
}

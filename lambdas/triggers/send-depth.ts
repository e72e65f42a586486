import { toMetres } from '../../shared/rules/depth.ts';
import { loadOwnProfile } from '../access/viewer.ts';
import type { DepthNotice } from '../platform/depth-notice.ts';
import { sendDepth } from '../sockets/send-to-members.ts';

/** Sends a member's present depth to their open sockets. The change feed calls this after each change of depth. */
export const handler = async ({ userId }: DepthNotice): Promise<void> => {
  const profile = await loadOwnProfile({ userId });
  if (profile) await sendDepth(userId, toMetres(profile.depth));
};

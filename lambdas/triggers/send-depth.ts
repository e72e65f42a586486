import { toMetres } from '../../shared/rules/depth.ts';
import { loadOwnProfile } from '../access/viewer.ts';
import type { DepthNotice } from '../platform/depth-notice.ts';
import { sendDepth } from '../sockets/send-to-members.ts';

/** Sends a member's depth to their open sockets. Functions that record or delete files for them call this. */
export const handler = async ({ userId }: DepthNotice): Promise<void> => {
  const profile = await loadOwnProfile({ userId });
  if (profile) await sendDepth(userId, toMetres(profile.depth));
};

import { UNREAD_BADGE_MAX } from '../../../../shared/depth/limits.ts';

/** Unread messages for people: "99+" above 99. */
export function unreadText(total: number): string {
  return total > UNREAD_BADGE_MAX ? `${UNREAD_BADGE_MAX}+` : String(total);
}

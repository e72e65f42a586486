/** Where members only can go (specification §2); each has its screen in `member-screens.tsx`. */
export const MEMBER_PATHS = [
  'dashboard',
  'files',
  'upload',
  'search',
  'profile/:userId',
  'edit-profile',
  'payments',
  'messages',
  'messages/:userId',
] as const;

export type MemberPath = (typeof MEMBER_PATHS)[number];

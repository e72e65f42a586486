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

/** The screen where depth is bought. */
export const ASCEND_PATH = '/payments';

/** Router state for /login: the path to return to after signing in. */
export interface CameFrom {
  readonly from?: string;
}

/** Router state for /login after a password reset. */
export interface PasswordSetState {
  readonly passwordSet?: boolean;
}

/** Router state for /files after an upload: the file's name. */
export interface UploadedState {
  readonly uploaded?: string;
}

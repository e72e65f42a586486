/**
 * The paths of the screens for members, without the first slash.
 *
 * To add a screen:
 * 1. Add its path here. The type check fails until `SCREEN_LOADERS` in `shell/member-screens.tsx` loads the screen.
 * 2. Write the screen in `screens/` with `Screen` and `RequireProfile`, and its texts in `screens/texts.ts`. If it
 *    imports from a folder that screens may not use, `test/infra/structure.test.ts` fails.
 * 3. Link to it. A link in `shell/member-navigation.tsx` has its text in `shell/texts.ts`, and must also be listed in
 *    `shell/navigation.test.tsx`.
 * 4. Add its states to `screens/states.test.tsx` (loading, error, ended session) and to
 *    `test/e2e/support/member-states.ts` (accessibility, layout). `test/infra/screens.test.ts` fails until you do.
 * 5. Run `npm run generate`, which adds its path to `public/robots.txt`.
 */
export const MEMBER_PATHS = [
  'dashboard',
  'files',
  'upload',
  'search',
  'profile/:userId',
  'edit-profile',
  'settings/security',
  'payments',
  'messages',
  'messages/:userId',
] as const;

export type MemberPath = (typeof MEMBER_PATHS)[number];

/** The path of the payment screen, with the first slash. Members buy depth there. Links to it read "Ascend". */
export const PAYMENTS_PATH = '/payments';

/** Router state for /login: the path to return to after signing in. */
export interface ReturnPathState {
  readonly from?: string;
}

/** Router state for /login: what has just happened, which the screen confirms. */
export interface LoginNoticeState {
  readonly passwordSet?: boolean;
  readonly signedOutEverywhere?: boolean;
}

/** Router state for /files after an upload: the file that the screen confirms. */
export interface UploadedState {
  readonly uploaded?: {
    readonly name: string;
    /** The bytes that raised the member's depth: 0 for a copy. */
    readonly creditedBytes: number;
  };
}

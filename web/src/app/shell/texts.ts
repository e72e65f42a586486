import { loadErrorTexts } from '../../design/lazy-part.tsx';

/** Texts of the navigation bar and the menu of members. */
export const navigationTexts = {
  files: 'Files',
  upload: 'Upload',
  search: 'Search',
  messages: 'Messages',
  ascend: 'Ascend',
  profile: 'Profile',
  settings: 'Settings',
  editProfile: 'Edit profile',
  dim: 'Dim the light',
  logout: 'Logout',
} as const;

/** Texts of the dialog that asks before a logout discards unsent text. */
export const logoutTexts = {
  question: 'Log out?',
  consequence: "You have text on this page or another one that isn't sent. Logging out discards it.",
  confirmLabel: 'Discard and Log Out',
  cancelLabel: 'Stay Logged In',
} as const;

/** Texts of the dialog that says that logging out has failed. */
export const logoutFailedTexts = {
  question: "You're still logged in",
  consequence: "A part of the page couldn't be downloaded. Check your connection, reload the page, then log out again.",
  confirmLabel: loadErrorTexts.reload,
  cancelLabel: loadErrorTexts.close,
} as const;

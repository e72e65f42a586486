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

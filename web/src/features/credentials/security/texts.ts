/** Texts that the sections of the screen share, and texts for the password. */
export const texts = {
  loading: 'Loading your sign-in settings...',
  loadFailed: (message: string) => `Your sign-in settings couldn't be loaded. ${message}`,
  cancel: 'Cancel',
  currentPassword: 'Current Password',
  checking: 'Checking...',
  // Password
  password: 'Password',
  changePassword: 'Change Password',
  changingPassword: 'Saving...',
  passwordChanged: 'Your password has changed. Other devices are signed out.',
  passwordChangedLogIn: 'Your password has changed. Log in again with the new one.',
} as const;

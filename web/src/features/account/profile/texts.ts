import { MAX_BIO_LENGTH } from '../../../../../shared/rules/limits.ts';

/** Texts of the form that edits the profile, and of the deletion of the account. */
export const texts = {
  // The form
  username: 'Username',
  bio: 'Bio',
  bioCount: (length: number) => `${length}/${MAX_BIO_LENGTH}`,
  bioTooLong: `Bio can have at most ${MAX_BIO_LENGTH} characters`,
  depth: 'Current Depth',
  depthNote: 'Your depth can only be increased by uploading files or making payments.',
  cancel: 'Cancel',
  save: 'Save Changes',
  saving: 'Saving...',
  saved: 'Your profile has been updated.',
  savedEarlier: 'Your earlier changes are saved. Press Save Changes to save the new ones, too.',
  notAuthenticated: 'No authenticated user found',
  saveFailed: (message: string) => `Failed to update profile. ${message}`,
  leave: {
    question: 'Discard your changes?',
    consequence: "Your changes aren't saved.",
    confirmLabel: 'Discard Changes',
    cancelLabel: 'Keep Editing',
  },
  leaveSaving: {
    question: 'Leave while your profile is being saved?',
    consequence: 'Your changes may not be saved if you leave now.',
    confirmLabel: 'Leave This Page',
    cancelLabel: 'Stay on This Page',
  },
  unknownFailure: 'Something went wrong. Please try again.',
  // Account deletion
  deleteAccount: 'Delete Account',
  deleteQuestion: 'Delete your account?',
  deleteConsequence:
    "Your profile, files, posts, comments, likes, followers, and depth will be deleted. This can't be undone.",
  deleting: 'Deleting...',
  keepAccount: 'Keep My Account',
  deleteFailed: 'Failed to delete account',
};

import { toMegabytes } from '../../../../shared/rules/depth.ts';
import { MAX_BIO_LENGTH, MAX_PICTURE_BYTES } from '../../../../shared/rules/limits.ts';

/** Texts of the profile and the account. */
export const texts = {
  username: 'Username',
  email: 'Email',
  unknownFailure: 'Something went wrong. Please try again.',
  // The profile
  bio: 'Bio',
  bioCount: (length: number) => `${length}/${MAX_BIO_LENGTH}`,
  bioTooLong: `Bio can have at most ${MAX_BIO_LENGTH} characters`,
  depth: 'Current Depth',
  depthNote: 'Your depth can only be increased by uploading files or making payments.',
  cancel: 'Cancel',
  save: 'Save Changes',
  saving: 'Saving...',
  saved: 'Your profile has been updated.',
  notAuthenticated: 'No authenticated user found',
  saveFailed: (message: string) => `Failed to update profile. ${message}`,
  leave: {
    question: 'Discard your changes?',
    consequence: "Your changes aren't saved.",
    confirmLabel: 'Discard Changes',
    cancelLabel: 'Keep Editing',
  },
  // The profile picture
  picture: 'Profile Photo',
  changePicture: 'Change profile photo',
  pictureNote: `Recommended: square, max ${toMegabytes(MAX_PICTURE_BYTES)} MB`,
  choosePicture: 'Choose Image',
  chooseOther: 'Choose Another',
  removePicture: 'Remove Photo',
  removingPicture: 'Removing...',
  keepPicture: 'Keep Current Photo',
  discardPicture: 'Discard',
  uploadPicture: 'Upload Photo',
  uploadingPicture: (percent: number) => `Uploading... ${percent}%`,
  pictureChanged: 'Your photo has been changed.',
  pictureRemoved: 'Your photo has been removed.',
  uploadProgress: 'Photo upload',
  preview: 'Photo preview',
  noUploadUrl: 'Failed to get upload URL',
  uploadFailed: (message: string) => `Upload failed: ${message}`,
  pictureNotSaved: 'Failed to update profile photo in database',
  // Account deletion
  deleteAccount: 'Delete Account',
  deleteQuestion: 'Delete your account?',
  deleteConsequence:
    "Your profile, files, posts, comments, likes, followers, and depth will be deleted. This can't be undone.",
  deleting: 'Deleting...',
  keepAccount: 'Keep My Account',
  deleteFailed: 'Failed to delete account',
};

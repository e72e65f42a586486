import { toMegabytes } from '../../../../../shared/rules/depth.ts';
import { MAX_PICTURE_BYTES } from '../../../../../shared/rules/limits.ts';

/** Texts of the profile picture: its badge, chooser, and dialog. */
export const texts = {
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
  cancel: 'Cancel',
  unknownFailure: 'Something went wrong. Please try again.',
};

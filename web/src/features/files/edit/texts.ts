/** Texts of the dialog that edits a file. */
export const texts = {
  heading: 'Edit file',
  altText: 'Describe the picture',
  altAdvice: "Optional, for people who can't see it: what does it show?",
  cancel: 'Cancel',
  save: 'Save Changes',
  saving: 'Saving...',
  saved: (name: string) => `${name} has been saved.`,
  failed: (message: string) => `The changes couldn't be saved. ${message}`,
  failedOf: (name: string, message: string) => `The changes to ${name} couldn't be saved. ${message}`,
};

/** Texts of the form that writes a post. */
export const texts = {
  newPost: 'New post',
  postLabel: 'Your post',
  postPlaceholder: 'What have you seen on your way?',
  post: 'Post',
  posting: 'Posting...',
  posted: 'Your post has been published.',
  postedAt: (depth: string) => `Your post has been published at ${depth}.`,
  postFailed: (message: string) => `Your post couldn't be published. ${message}`,
  alreadyPosted: 'An earlier version of this post was already published. Press Post to publish this one too.',
  // The picture
  addPicture: 'Add a picture',
  changePicture: 'Change the picture',
  pictureNotOpened: "The picture couldn't be opened. Check your connection and try again.",
  readingPicture: 'Opening the picture...',
  removePicture: 'Remove the picture',
  preview: 'The picture of your post',
  altLabel: 'Describe the picture',
  altAdvice: "For people who can't see it: describe it in a sentence or two.",
  sendingPicture: 'Sending the picture',
  percent: (percent: number) => `${percent}%`,
};

/** Texts of the button that follows a member. */
export const texts = {
  follow: 'Follow',
  unfollow: 'Unfollow',
  ascendToFollow: 'Ascend to Follow',
  tooHigh: (name: string, metres: string) => `You need to ascend ${metres} to follow ${name}.`,
  followTooHigh: "They've risen above you. Ascend to their depth to follow them.",
  followGone: 'This member has left the ocean.',
  followFailed: (message: string) => `That couldn't be saved. ${message}`,
};

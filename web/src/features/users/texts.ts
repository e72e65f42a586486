/** What the screens say about people. */
export const texts = {
  // A card
  follow: 'Follow',
  unfollow: 'Unfollow',
  ascendToFollow: 'Ascend to Follow',
  tooHigh: (name: string, metres: string) => `You need to ascend ${metres} to follow ${name}.`,
  followTooHigh: 'They have risen above you. Ascend to their depth to follow them.',
  followGone: 'This member has left the ocean.',
  followFailed: (message: string) => `That could not be saved. ${message}`,
};

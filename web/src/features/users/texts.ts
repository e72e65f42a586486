/** Texts of a member's card. The folders have the texts of following, profiles, and Find Users. */
export const texts = {
  message: 'Message',
  above: (metres: string) => `${metres} above you`,
  followedAbove: (metres: string) => `${metres} above you, so their profile is locked`,
  you: 'You',
};

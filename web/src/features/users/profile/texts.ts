/** Texts of a profile. */
export const texts = {
  notFound: 'User not found',
  profileFailed: 'Failed to load profile data',
  toDashboard: 'Back to Dashboard',
  // The head
  depth: 'Depth',
  followers: 'Followers',
  following: 'Following',
  megabytes: 'MB contributed',
  // The profile of a member above the viewer
  restricted: 'Restricted Content',
  restrictedText: "You need to ascend higher in the ocean to view this user's content.",
  difference: 'Depth difference:',
  restrictedHint: 'Their posts, files, and connections open as soon as you reach their depth.',
  restrictedFollowed:
    'You still follow them. Their posts, files, and connections open as soon as you reach their depth.',
  ascend: 'Ascend Now',
  // Followers and followed members
  followersHeading: (count: number) => `Followers (${count})`,
  followingHeading: (count: number) => `Following (${count})`,
  noFollowers: 'No followers yet',
  noFollowing: 'Not following anyone yet',
  loadingPeople: 'Loading people...',
  listFailed: (message: string) => `This list couldn't be loaded. ${message}`,
  loadMore: 'Load More',
  loadMoreOf: (list: string) => `Load more: ${list}`,
  loadingMore: 'Loading more...',
};

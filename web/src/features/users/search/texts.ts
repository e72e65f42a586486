/** Texts of Find Users. */
export const texts = {
  // The search
  searchPlaceholder: 'Search users...',
  searchLabel: 'Search users by name or bio',
  clearSearch: 'Clear search',
  sort: 'Sort by',
  // The results
  listHeading: 'Users',
  loadingUsers: 'Loading users...',
  usersFailed: (message: string) => `Failed to load users: ${message}`,
  shown: (count: number, hasMore: boolean) =>
    `${count} ${count === 1 ? 'user' : 'users'} shown${hasMore ? ', more below' : ''}`,
  contributed: (megabytes: string) => `${megabytes} MB contributed`,
  followersOf: (count: number) => `${count} ${count === 1 ? 'follower' : 'followers'}`,
  loadMoreUsers: 'Load More Users',
  loadingMoreUsers: 'Loading more users...',
  noUsers: 'No users found matching your criteria.',
  noUsersHint: 'Try another search, or ascend to see more people.',
  noUsersHintAtSurface: 'Try another search.',
};

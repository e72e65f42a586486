/** Texts of the search for posts. */
export const texts = {
  searchPlaceholder: 'Search posts...',
  searchLabel: 'Search posts by their words or hashtags',
  clearSearch: 'Clear search',
  found: (count: number, hasMore: boolean) =>
    `${count} ${count === 1 ? 'post' : 'posts'} shown${hasMore ? ', more below' : ''}`,
  noPosts: (text: string) => `No posts found for “${text}”.`,
  noPostsHint: 'Try fewer words, or ascend to see more posts.',
  noPostsHintAtSurface: 'Try fewer words.',
};

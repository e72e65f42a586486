import { formatDepth } from '../../../platform/text/format-depth.ts';

/** Texts of the inbox. */
export const texts = {
  // The list
  loading: 'Loading...',
  inboxFailed: 'An error occurred while loading conversations',
  emptyHeading: 'No conversations yet',
  empty: 'Start messaging users at your depth level or below!',
  findUsers: 'Find Users',
  loadMore: 'Load More Conversations',
  loadingMore: 'Loading more conversations...',
  // A conversation
  unread: 'Unread.',
  deep: (depth: number) => `${formatDepth(depth)} deep`,
  /** Before the preview of the member's own message. */
  ownMessage: 'You:',
  notSent: 'Not sent',
  unsentMessage: 'Unsent message',
} as const;

import { formatDepth } from '../../platform/format.ts';

/** What messages say, and what is said around them. */
export const texts = {
  // The inbox
  heading: 'Messages',
  unreadMessages: (count: string) => `${count} unread ${count === '1' ? 'message' : 'messages'}`,
  unread: 'Unread.',
  loading: 'Loading...',
  inboxFailed: 'An error occurred while loading conversations',
  retry: 'Retry',
  emptyHeading: 'It is quiet down here',
  empty: 'Start messaging users at your depth level or below!',
  findUsers: 'Find Users',
  deep: (depth: number) => `${formatDepth(depth)} deep`,
  you: 'You',
  notSent: 'Not sent',
  loadMore: 'Load More Conversations',
  loadingMore: 'Loading more conversations...',
  // A chat
  chat: 'Chat',
  back: 'Back to Messages',
  profile: 'View profile',
  notFound: 'User not found',
  self: 'This is you. Find somebody to write to!',
  chatFailed: 'This conversation could not be loaded.',
  messagesWith: (name: string) => `Messages with ${name}`,
  noMessages: (name: string) => `This is the beginning of your conversation with ${name}. Say hello!`,
  beginning: 'The beginning of your conversation',
  loadEarlier: 'Load earlier messages',
  loadingEarlier: 'Loading earlier messages...',
  earlierFailed: 'Earlier messages could not be loaded.',
  today: 'Today',
  yesterday: 'Yesterday',
  newMessages: 'New messages',
  said: (name: string) => `${name}:`,
  read: ' · Read',
  sending: ' · Sending...',
  failed: ' · Failed to send',
  discard: 'Discard',
  discardQuestion: 'Discard this message?',
  discardFinal: 'It has not been sent, and its words will be gone.',
  keep: 'Keep it',
  typing: (name: string) => `${name} is typing…`,
  reconnecting: 'Reconnecting…',
  tooHigh: (name: string, metres: string) => `You need to ascend ${metres} to start a conversation with ${name}.`,
  ascend: 'Ascend Now',
  left: 'This member has left the ocean. You can read your conversation, but not go on with it.',
  messageTo: (name: string) => `Message to ${name}`,
  placeholder: 'Type your message...',
  send: 'Send',
  tooLarge: 'This message is too large to send at once. Please send it in two parts.',
  // Notifications
  newMessage: 'You have a new message!',
  notifications: 'Notifications',
  noNotifications: 'No new messages',
  allMessages: 'All messages',
  turnOn: 'Turn on notifications',
  turnOnWhy: 'Hear of new messages while you are elsewhere.',
} as const;

/** What somebody is called: "User_" and the beginning of their id while no more is known (specification §3). */
export function displayName(userId: string, user: { readonly username: string } | undefined): string {
  return user?.username || `User_${userId.slice(0, 5)}`;
}

import { formatDepth } from '../../platform/format.ts';

/** Texts of the inbox, the chat, and the notifications. */
export const texts = {
  // The inbox
  heading: 'Messages',
  unreadMessages: (count: string) => `${count} unread ${count === '1' ? 'message' : 'messages'}`,
  unread: 'Unread.',
  loading: 'Loading...',
  inboxFailed: 'An error occurred while loading conversations',
  retry: 'Retry',
  emptyHeading: "It's quiet down here",
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
  self: "That's you! Find someone to message.",
  chatFailed: "This conversation couldn't be loaded.",
  messagesWith: (name: string) => `Messages with ${name}`,
  noMessages: (name: string) => `This is the beginning of your conversation with ${name}. Say hello!`,
  beginning: 'The beginning of your conversation',
  loadEarlier: 'Load earlier messages',
  loadingEarlier: 'Loading earlier messages...',
  earlierFailed: "Earlier messages couldn't be loaded.",
  today: 'Today',
  yesterday: 'Yesterday',
  newMessages: 'New messages',
  speaker: (name: string) => `${name}:`,
  read: ' · Read',
  sending: ' · Sending...',
  failed: ' · Failed to send',
  discard: 'Discard',
  discardQuestion: 'Discard this message?',
  discardFinal: "It hasn't been sent. Discarding deletes the text.",
  keep: 'Keep it',
  typing: (name: string) => `${name} is typing…`,
  reconnecting: 'Reconnecting…',
  tooHigh: (name: string, metres: string) => `You need to ascend ${metres} to start a conversation with ${name}.`,
  ascend: 'Ascend Now',
  left: "This member has left the ocean. You can still read your conversation, but you can't reply.",
  messageTo: (name: string) => `Message to ${name}`,
  placeholder: 'Type your message...',
  send: 'Send',
  tooLarge: 'This message is too large. Split it in two.',
  // Notifications
  newMessage: 'You have a new message!',
  notifications: 'Notifications',
  noNotifications: 'No new messages',
  allMessages: 'All messages',
  turnOn: 'Turn on notifications',
  turnOnWhy: "Get notified of new messages while you're away.",
} as const;

/** Returns the username, or "User_" and the first 5 characters of the id while the user is not loaded. */
export function displayName(userId: string, user: { readonly username: string } | undefined): string {
  return user?.username || `User_${userId.slice(0, 5)}`;
}

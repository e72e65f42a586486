/** Texts about unread messages and the connection. The folders have the texts of their parts. */
export const texts = {
  unreadMessages: (count: string) => `${count} unread ${count === '1' ? 'message' : 'messages'}`,
  reconnecting: 'Reconnecting…',
  paused: 'Live updates are paused, because you have Fathom open in too many places.',
} as const;

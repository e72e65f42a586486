/** Texts of the bell and of browser notifications. */
export const texts = {
  heading: 'Notifications',
  newMessage: 'You have a new message!',
  noNotifications: 'No new messages',
  noNotificationsWhy: 'Messages that you receive appear here.',
  allMessages: 'All messages',
  turnOn: 'Turn on notifications',
  turnOnWhy: "Get notified of new messages while you're away.",
} as const;

/** Texts of a conversation, and of the panel in its place while none is open. */
export const texts = {
  // No open conversation
  choose: 'Choose a conversation',
  chooseWhy: 'It opens here. To start another, find a member and choose Message.',
  firstConversation: 'Your conversations open here',
  findUsers: 'Find Users',
  // Loading
  loading: 'Loading...',
  retry: 'Retry',
  notFound: 'User not found',
  self: "That's you! Find someone to message.",
  chatFailed: "This conversation couldn't be loaded.",
  back: 'Back to Messages',
  profile: 'View profile',
  // The list of messages
  messagesWith: (name: string) => `Messages with ${name}`,
  noMessages: (name: string) => `This is the beginning of your conversation with ${name}. Say hello!`,
  beginning: 'The beginning of your conversation',
  loadEarlier: 'Load earlier messages',
  loadingEarlier: 'Loading earlier messages...',
  earlierFailed: "Earlier messages couldn't be loaded.",
  today: 'Today',
  yesterday: 'Yesterday',
  newMessages: 'New messages',
  typing: (name: string) => `${name} is typing…`,
  // A message
  you: 'You',
  speaker: (name: string) => `${name}:`,
  read: ' · Read',
  // An unsent message
  unsentMessages: 'Unsent messages',
  sending: ' · Sending...',
  failed: ' · Failed to send',
  discard: 'Discard',
  discardQuestion: 'Discard this message?',
  discardFinal: "It hasn't been sent. Discarding deletes the text.",
  keep: 'Keep it',
  // The field for a new message
  messageTo: (name: string) => `Message to ${name}`,
  placeholder: 'Type your message...',
  send: 'Send',
  tooLarge: 'This message is too large. Split it in two.',
  // In place of the field, if the member can't write
  tooHigh: (name: string, metres: string) => `You need to ascend ${metres} to start a conversation with ${name}.`,
  ascend: 'Ascend Now',
  leftEmpty: "This member has left the ocean, so you can't write to them.",
  left: "This member has left the ocean. You can still read your conversation, but you can't reply.",
} as const;

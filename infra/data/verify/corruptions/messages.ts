import * as keys from '../../../../lambdas/table/keys.ts';
import { DAY_MS } from '../../../../shared/rules/durations.ts';
import { ADA, BEN, CLEO, DORA } from '../fixture.ts';
import type { Corruption } from './corruption.ts';
import { buildUlid, type Snapshot } from './snapshot.ts';

/** A member without a profile. Invariants about members and purges don't apply to their messages. */
const ZOE = 'zoe-0000-4000';

/** Another member without a profile. */
const ZED = 'zed-0000-4000';

/** A member whose ID sorts before all others, so that conversation IDs begin with it. */
const ABE = 'abe-0000-4000';

/** The ID of Ada's and Ben's conversation, which has three messages: Ada sent the first and the last one. */
const adaBenId = keys.conversationId(ADA, BEN);

/** The key of Ada's row. She has read all messages. */
const inboxOfAda = keys.inboxKey(ADA, BEN);

/** The key of Ben's row. He hasn't read the last message. */
const inboxOfBen = keys.inboxKey(BEN, ADA);

/** Returns a change of an inbox row's attributes, which may depend on the IDs of the three messages. */
const withInboxRow =
  (rowKey: typeof inboxOfAda, attributes: (messageIds: readonly string[]) => Record<string, unknown>) =>
  (snapshot: Snapshot) =>
    snapshot.change(rowKey, attributes(snapshot.community.messages));

/** Returns a change of the preview of the last message in Ada's row. */
const withPreview = (attributes: Record<string, unknown>) => (snapshot: Snapshot) => {
  const { lastMessage } = snapshot.get(inboxOfAda);
  snapshot.change(inboxOfAda, { lastMessage: { ...(lastMessage as object), ...attributes } });
};

/** Adds the record of a client message ID, which leads to a message. Its key consists of `keyParts`. */
function addRecord(
  snapshot: Snapshot,
  keyParts: { readonly conversation: string; readonly sender: string; readonly client: string },
  messageId: string,
) {
  const { conversation, sender, client } = keyParts;
  const expiresAt = Math.floor(snapshot.now / 1000) + 60;
  snapshot.put({ ...keys.sentMessageKey(conversation, sender, client), messageId, expiresAt });
}

/** Returns a change that adds a record of the last message of the conversation, with another key. */
const withRecordOfLastMessage =
  (keyParts: { conversation?: string; sender?: string; client?: string }) => (snapshot: Snapshot) => {
    const { messageId, clientMessageId } = snapshot.get(keys.messageKey(adaBenId, snapshot.community.messages[2]!));
    const { conversation = adaBenId, sender = ADA, client = String(clientMessageId) } = keyParts;
    addRecord(snapshot, { conversation, sender, client }, String(messageId));
  };

/** Returns a change that adds a message without the record of its client message ID, in both members' inboxes. */
const withUnrecordedMessage =
  (sender: string, recipient: string, ageMs = 0) =>
  (snapshot: Snapshot) => {
    snapshot.addMessage(sender, recipient, { isRecorded: false, ageMs });
    snapshot.addInboxRow(sender, recipient);
    snapshot.addInboxRow(recipient, sender);
  };

/** Corruptions of messages, their records by sender, and the rows of inboxes. */
export const MESSAGE_CORRUPTIONS: readonly Corruption[] = [
  ['a second conversation', 'nothing', (snapshot) => snapshot.addConversation(ADA, ZOE)],
  ["a conversation without the partner's row", 'inbox-pairs', (snapshot) => snapshot.remove(inboxOfBen)],
  ['a conversation without the row of the first member', 'inbox-pairs', (snapshot) => snapshot.remove(inboxOfAda)],
  [
    "a conversation without the partner's row next to another one with it",
    'inbox-pairs',
    (snapshot) => {
      snapshot.addConversation(ADA, ZOE);
      snapshot.addConversation(BEN, ZOE);
      snapshot.remove(inboxOfBen);
    },
  ],
  [
    'a conversation with a purged partner',
    'nothing',
    (snapshot) => {
      snapshot.addMessage(ADA, CLEO);
      snapshot.addInboxRow(ADA, CLEO);
    },
  ],
  [
    'a conversation with a partner whose purge is pending',
    'nothing',
    (snapshot) => {
      snapshot.addMessage(ADA, DORA);
      snapshot.addInboxRow(ADA, DORA);
    },
  ],
  [
    'a conversation with a partner who never had a profile',
    'nothing',
    (snapshot) => {
      snapshot.addMessage(ADA, ZOE);
      snapshot.addInboxRow(ADA, ZOE);
    },
  ],

  ['another last message', 'inbox-messages', withInboxRow(inboxOfAda, ([, second]) => ({ lastMessageId: second }))],
  ['another text of the last message', 'inbox-messages', withPreview({ content: 'x' })],
  ['another sender of the last message', 'inbox-messages', withPreview({ senderId: BEN })],
  [
    'another time of the last message',
    'inbox-messages',
    (snapshot) => {
      const { timestamp } = snapshot.get(inboxOfAda).lastMessage as { timestamp: string };
      withPreview({ timestamp: timestamp.replace('Z', '1Z') })(snapshot);
    },
  ],
  [
    'no last message received',
    ['inbox-messages', 'inbox-unread'],
    withInboxRow(inboxOfBen, () => ({ lastReceivedId: undefined })),
  ],
  [
    'no last message received, in a row that is read',
    'inbox-messages',
    withInboxRow(inboxOfAda, () => ({ lastReceivedId: undefined })),
  ],
  [
    'an older last message received',
    'inbox-messages',
    withInboxRow(inboxOfBen, ([first]) => ({ lastReceivedId: first })),
  ],
  [
    'a last message received that the member sent',
    'inbox-messages',
    withInboxRow(inboxOfAda, ([, , third]) => ({ lastReceivedId: third, readUpTo: third })),
  ],
  ['a message that both rows lack', ['inbox-messages', 'inbox-messages'], (snapshot) => snapshot.addMessage(ADA, BEN)],

  ['a read row that is marked unread', 'inbox-unread', withInboxRow(inboxOfAda, () => ({ unreadCount: 1 }))],
  ['an unread row that is marked read', 'inbox-unread', withInboxRow(inboxOfBen, () => ({ unreadCount: 0 }))],
  [
    'a row that is marked read although it is read up to an older message',
    'inbox-unread',
    withInboxRow(inboxOfBen, ([first]) => ({ readUpTo: first, unreadCount: 0 })),
  ],
  [
    'an unread row that is read up to an older message',
    'nothing',
    withInboxRow(inboxOfBen, ([first]) => ({ readUpTo: first })),
  ],
  [
    'a row that is read up to the last message received',
    'nothing',
    withInboxRow(inboxOfBen, ([, , third]) => ({ readUpTo: third, unreadCount: 0 })),
  ],
  [
    'an unread row that is read up to the last message received',
    'inbox-unread',
    withInboxRow(inboxOfBen, ([, , third]) => ({ readUpTo: third })),
  ],
  [
    "a row that is read up to the member's own last message",
    'nothing',
    withInboxRow(inboxOfAda, ([, , third]) => ({ readUpTo: third })),
  ],
  [
    'a row that is read up to a message that does not exist',
    'inbox-unread',
    withInboxRow(inboxOfAda, () => ({ readUpTo: buildUlid(1) })),
  ],
  [
    'an unread row without messages received',
    'inbox-unread',
    (snapshot) => {
      snapshot.addMessage(ADA, ZOE);
      snapshot.change(snapshot.addInboxRow(ADA, ZOE), { unreadCount: 1 });
    },
  ],

  [
    'messages that no inbox shows',
    'message-inbox',
    (snapshot) => {
      snapshot.remove(inboxOfAda);
      snapshot.remove(inboxOfBen);
    },
  ],
  ['messages of two members who have left', 'message-inbox', (snapshot) => snapshot.addMessage(CLEO, ZOE)],
  ['messages to a member whose purge is pending', 'nothing', (snapshot) => snapshot.addMessage(CLEO, DORA)],
  ['messages of a member whose purge is pending', 'nothing', (snapshot) => snapshot.addMessage(DORA, CLEO)],

  [
    'a record that names another message',
    'sent-messages',
    (snapshot) => {
      const [firstId, , thirdId] = snapshot.community.messages;
      const { clientMessageId } = snapshot.get(keys.messageKey(adaBenId, thirdId!));
      snapshot.change(keys.sentMessageKey(adaBenId, ADA, String(clientMessageId)), { messageId: firstId });
    },
  ],
  [
    'a record of a message that does not exist',
    'sent-messages',
    (snapshot) => addRecord(snapshot, { conversation: adaBenId, sender: ADA, client: 'x' }, buildUlid(1)),
  ],
  ["a record of another client's ID", 'sent-messages', withRecordOfLastMessage({ client: 'x' })],
  ['a record of another sender', 'sent-messages', withRecordOfLastMessage({ sender: BEN })],
  [
    'a record of another conversation',
    'sent-messages',
    withRecordOfLastMessage({ conversation: keys.conversationId(ADA, ZOE) }),
  ],
  [
    'a record of the second member, whose purge is pending',
    'nothing',
    (snapshot) =>
      addRecord(snapshot, { conversation: keys.conversationId(ABE, DORA), sender: DORA, client: 'x' }, buildUlid(1)),
  ],
  [
    'a record of the first member, whose purge is pending',
    'nothing',
    (snapshot) =>
      addRecord(snapshot, { conversation: keys.conversationId(DORA, ZOE), sender: DORA, client: 'x' }, buildUlid(1)),
  ],
  [
    'a record of a purged member',
    'sent-messages',
    (snapshot) =>
      addRecord(snapshot, { conversation: keys.conversationId(CLEO, ZOE), sender: CLEO, client: 'x' }, buildUlid(1)),
  ],
  ['a message without its record', 'sent-messages', withUnrecordedMessage(ZED, ZOE)],
  ['a message that is five days old, without its record', 'sent-messages', withUnrecordedMessage(ZED, ZOE, 5 * DAY_MS)],
  ['a message that is a week old, without its record', 'nothing', withUnrecordedMessage(ZED, ZOE, 7 * DAY_MS)],
  ['a message without its record, to a member whose purge is pending', 'nothing', withUnrecordedMessage(ZED, DORA)],
  ['a message without its record, of a member whose purge is pending', 'nothing', withUnrecordedMessage(DORA, ZED)],
  [
    'a message with a record of the partner',
    ['sent-messages', 'sent-messages'],
    (snapshot) => {
      const { clientMessageId } = snapshot.get(keys.messageKey(adaBenId, snapshot.community.messages[2]!));
      withRecordOfLastMessage({ sender: BEN })(snapshot);
      snapshot.remove(keys.sentMessageKey(adaBenId, ADA, String(clientMessageId)));
    },
  ],
  [
    'a message with a record in another conversation',
    ['sent-messages', 'sent-messages'],
    (snapshot) => {
      const { clientMessageId } = snapshot.get(keys.messageKey(adaBenId, snapshot.community.messages[2]!));
      withRecordOfLastMessage({ conversation: keys.conversationId(ADA, ZOE) })(snapshot);
      snapshot.remove(keys.sentMessageKey(adaBenId, ADA, String(clientMessageId)));
    },
  ],
];

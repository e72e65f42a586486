import * as keys from '../../../../lambdas/table/keys.ts';
import { DAY_MS } from '../../../../shared/rules/durations.ts';
import { ADA, BEN, CLEO, DORA } from '../fixture.ts';
import type { Corruption } from './corruption.ts';
import { type Snapshot, ulidOf } from './snapshot.ts';

/** A caller without a profile. Invariants about members and purges don't apply to their messages. */
const ZOE = 'zoe-0000-4000';

/** Another caller without a profile. */
const ZED = 'zed-0000-4000';

/** A caller whose ID sorts before all others, so that conversation IDs begin with it. */
const ABE = 'abe-0000-4000';

const adaBen = keys.conversationId(ADA, BEN);

/** The key of Ada's row. She has read all messages. */
const inboxOfAda = keys.inboxKey(ADA, BEN);

/** The key of Ben's row. He hasn't read the last message. */
const inboxOfBen = keys.inboxKey(BEN, ADA);

/** Returns a change of a row's attributes, which may depend on the IDs of the three messages. */
const changesRow =
  (rowKey: typeof inboxOfAda, attributes: (messageIds: readonly string[]) => Record<string, unknown>) =>
  (snapshot: Snapshot) =>
    snapshot.change(rowKey, attributes(snapshot.community.messages));

/** Returns a change of the preview of the last message in Ada's row. */
const changesPreview = (attributes: Record<string, unknown>) => (snapshot: Snapshot) => {
  const { lastMessage } = snapshot.get(inboxOfAda);
  snapshot.change(inboxOfAda, { lastMessage: { ...(lastMessage as object), ...attributes } });
};

/** Adds the record of a client message ID. */
function addRecord(
  snapshot: Snapshot,
  [conversation, sender, client]: readonly [string, string, string],
  messageId: string,
) {
  const expiresAt = Math.floor(snapshot.now / 1000) + 60;
  snapshot.put({ ...keys.sentMessageKey(conversation, sender, client), messageId, expiresAt });
}

/** Returns a change that adds a record of the last message of the conversation, with another key. */
const addsRecordOfLast =
  (change: { conversation?: string; sender?: string; client?: string }) => (snapshot: Snapshot) => {
    const { messageId, clientMessageId } = snapshot.get(keys.messageKey(adaBen, snapshot.community.messages[2]!));
    const { conversation = adaBen, sender = ADA, client = String(clientMessageId) } = change;
    addRecord(snapshot, [conversation, sender, client], String(messageId));
  };

/** Returns a change that adds a message without the record of its client message ID, in both members' inboxes. */
const addsUnrecorded =
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

  ['another last message', 'inbox-messages', changesRow(inboxOfAda, ([, second]) => ({ lastMessageId: second }))],
  ['another text of the last message', 'inbox-messages', changesPreview({ content: 'x' })],
  ['another sender of the last message', 'inbox-messages', changesPreview({ senderId: BEN })],
  [
    'another time of the last message',
    'inbox-messages',
    (snapshot) => {
      const { timestamp } = snapshot.get(inboxOfAda).lastMessage as { timestamp: string };
      changesPreview({ timestamp: timestamp.replace('Z', '1Z') })(snapshot);
    },
  ],
  [
    'no last message received',
    ['inbox-messages', 'inbox-unread'],
    changesRow(inboxOfBen, () => ({ lastReceivedId: undefined })),
  ],
  [
    'no last message received, in a row that is read',
    'inbox-messages',
    changesRow(inboxOfAda, () => ({ lastReceivedId: undefined })),
  ],
  [
    'an older last message received',
    'inbox-messages',
    changesRow(inboxOfBen, ([first]) => ({ lastReceivedId: first })),
  ],
  [
    'a last message received that the member sent',
    'inbox-messages',
    changesRow(inboxOfAda, ([, , third]) => ({ lastReceivedId: third, readUpTo: third })),
  ],
  ['a message that both rows lack', ['inbox-messages', 'inbox-messages'], (snapshot) => snapshot.addMessage(ADA, BEN)],

  ['a read row that is marked unread', 'inbox-unread', changesRow(inboxOfAda, () => ({ unreadCount: 1 }))],
  ['an unread row that is marked read', 'inbox-unread', changesRow(inboxOfBen, () => ({ unreadCount: 0 }))],
  [
    'a row that is marked read although it is read up to an older message',
    'inbox-unread',
    changesRow(inboxOfBen, ([first]) => ({ readUpTo: first, unreadCount: 0 })),
  ],
  [
    'an unread row that is read up to an older message',
    'nothing',
    changesRow(inboxOfBen, ([first]) => ({ readUpTo: first })),
  ],
  [
    'a row that is read up to the last message received',
    'nothing',
    changesRow(inboxOfBen, ([, , third]) => ({ readUpTo: third, unreadCount: 0 })),
  ],
  [
    'an unread row that is read up to the last message received',
    'inbox-unread',
    changesRow(inboxOfBen, ([, , third]) => ({ readUpTo: third })),
  ],
  [
    "a row that is read up to the member's own last message",
    'nothing',
    changesRow(inboxOfAda, ([, , third]) => ({ readUpTo: third })),
  ],
  [
    'a row that is read up to a message that does not exist',
    'inbox-unread',
    changesRow(inboxOfAda, () => ({ readUpTo: ulidOf(1) })),
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
      const { clientMessageId } = snapshot.get(keys.messageKey(adaBen, thirdId!));
      snapshot.change(keys.sentMessageKey(adaBen, ADA, String(clientMessageId)), { messageId: firstId });
    },
  ],
  [
    'a record of a message that does not exist',
    'sent-messages',
    (snapshot) => addRecord(snapshot, [adaBen, ADA, 'x'], ulidOf(1)),
  ],
  ["a record of another client's ID", 'sent-messages', addsRecordOfLast({ client: 'x' })],
  ['a record of another sender', 'sent-messages', addsRecordOfLast({ sender: BEN })],
  [
    'a record of another conversation',
    'sent-messages',
    addsRecordOfLast({ conversation: keys.conversationId(ADA, ZOE) }),
  ],
  [
    'a record of the second member, whose purge is pending',
    'nothing',
    (snapshot) => addRecord(snapshot, [keys.conversationId(ABE, DORA), DORA, 'x'], ulidOf(1)),
  ],
  [
    'a record of the first member, whose purge is pending',
    'nothing',
    (snapshot) => addRecord(snapshot, [keys.conversationId(DORA, ZOE), DORA, 'x'], ulidOf(1)),
  ],
  [
    'a record of a purged member',
    'sent-messages',
    (snapshot) => addRecord(snapshot, [keys.conversationId(CLEO, ZOE), CLEO, 'x'], ulidOf(1)),
  ],
  ['a message without its record', 'sent-messages', addsUnrecorded(ZED, ZOE)],
  ['a message that is five days old, without its record', 'sent-messages', addsUnrecorded(ZED, ZOE, 5 * DAY_MS)],
  ['a message that is a week old, without its record', 'nothing', addsUnrecorded(ZED, ZOE, 7 * DAY_MS)],
  ['a message without its record, to a member whose purge is pending', 'nothing', addsUnrecorded(ZED, DORA)],
  ['a message without its record, of a member whose purge is pending', 'nothing', addsUnrecorded(DORA, ZED)],
  [
    'a message with a record of the partner',
    ['sent-messages', 'sent-messages'],
    (snapshot) => {
      const { clientMessageId } = snapshot.get(keys.messageKey(adaBen, snapshot.community.messages[2]!));
      addsRecordOfLast({ sender: BEN })(snapshot);
      snapshot.remove(keys.sentMessageKey(adaBen, ADA, String(clientMessageId)));
    },
  ],
  [
    'a message with a record in another conversation',
    ['sent-messages', 'sent-messages'],
    (snapshot) => {
      const { clientMessageId } = snapshot.get(keys.messageKey(adaBen, snapshot.community.messages[2]!));
      addsRecordOfLast({ conversation: keys.conversationId(ADA, ZOE) })(snapshot);
      snapshot.remove(keys.sentMessageKey(adaBen, ADA, String(clientMessageId)));
    },
  ],
];

import { sortPrefix } from '../../../../lambdas/table/item-types.ts';
import { conversationId, inboxKey, messageKey, profileKey } from '../../../../lambdas/table/keys.ts';
import type { Reads } from '../facts.ts';
import { maskKey } from '../masked-key.ts';
import type { Invariant } from './invariant.ts';

/** Minimum time for which a client message ID is stored, in milliseconds: six days. It expires after seven. */
const SENT_RETENTION_MS = 6 * 86_400_000;

/** Returns the reads of a conversation: both inbox rows, both members, and all messages. */
function readsOfConversation(userId: string, partnerId: string): Reads {
  const { pk } = messageKey(conversationId(userId, partnerId), '');
  return {
    keys: [inboxKey(userId, partnerId), inboxKey(partnerId, userId), profileKey(userId), profileKey(partnerId)],
    partitions: [
      { pk, prefix: sortPrefix('message') },
      { pk, prefix: sortPrefix('sentMessage') },
    ],
  };
}

/** SQL of the conversation ID of an inbox row. */
const CONVERSATION_OF_ROW = "CASE WHEN user < other THEN user || '_' || other ELSE other || '_' || user END";

const describeRow = (user: unknown, other: unknown) => {
  const userId = String(user);
  const partnerId = String(other);
  return {
    type: 'inboxRow',
    key: maskKey('inboxRow', inboxKey(userId, partnerId)),
    reads: readsOfConversation(userId, partnerId),
  };
};

export const MESSAGE_INVARIANTS = {
  'inbox-pairs': {
    // `inbox-messages` compares the last message of each row.
    title: 'A conversation has the inbox rows of both members, unless one has left',
    checked: 'SELECT count(*) FROM inbox',
    *find(facts) {
      const sql = `
        SELECT one.user, one.other FROM inbox AS one
        LEFT JOIN inbox AS two ON two.user = one.other AND two.other = one.user
        LEFT JOIN member ON member.user = one.other
        WHERE two.user IS NULL AND member.state IS 'live'`;

      for (const { user, other } of facts.query(sql)) {
        yield { ...describeRow(user, other), expected: "the partner's row", found: 'one row' };
      }
    },
  },

  'inbox-messages': {
    title: 'An inbox row names and previews the last message, and names the last one received',
    checked: 'SELECT count(*) FROM inbox',
    *find(facts) {
      const sql = `
        SELECT * FROM (SELECT inbox.*,
          (SELECT message FROM message WHERE conversation = pair ORDER BY message DESC LIMIT 1) AS lastFound,
          (SELECT digest FROM message WHERE conversation = pair ORDER BY message DESC LIMIT 1) AS digestFound,
          (SELECT message FROM message WHERE conversation = pair AND sender = other
            ORDER BY message DESC LIMIT 1) AS receivedFound
          FROM (SELECT *, ${CONVERSATION_OF_ROW} AS pair FROM inbox) AS inbox)
        WHERE lastId IS NOT lastFound OR digest IS NOT digestFound OR receivedId IS NOT receivedFound`;

      for (const row of facts.query(sql)) {
        const hasOtherPreview = row.lastId === row.lastFound && row.digest !== row.digestFound;
        yield {
          ...describeRow(row.user, row.other),
          expected: `last ${row.lastFound}, last received ${row.receivedFound}`,
          found: `last ${row.lastId}, last received ${row.receivedId}${hasOtherPreview ? ', another preview' : ''}`,
        };
      }
    },
  },

  'inbox-unread': {
    title: 'An inbox row is unread exactly if a received message is after the watermark, which is a past message',
    checked: 'SELECT count(*) FROM inbox',
    *find(facts) {
      const sql = `
        SELECT * FROM (SELECT *, receivedId IS NOT NULL AND (readUpTo IS NULL OR readUpTo < receivedId) AS expected
          FROM inbox) WHERE unread <> expected OR readUpTo > lastId`;

      for (const { user, other, unread, expected, readUpTo, lastId } of facts.query(sql)) {
        yield {
          ...describeRow(user, other),
          expected: `unread ${expected}, watermark up to ${lastId}`,
          found: `unread ${unread}, watermark ${readUpTo ?? 'absent'}`,
        };
      }
    },
  },

  'message-inbox': {
    title: 'A message is in the inboxes of its live members, and is purged when both have left',
    checked: 'SELECT count(*) FROM (SELECT DISTINCT conversation FROM message)',
    *find(facts) {
      // While a member's purge is pending, the conversation is about to be purged.
      const sql = `
        SELECT min(sender, recipient) AS one, max(sender, recipient) AS two, count(*) AS messages FROM message
        WHERE conversation NOT IN (SELECT ${CONVERSATION_OF_ROW} FROM inbox)
          AND NOT EXISTS (SELECT * FROM member WHERE user IN (sender, recipient) AND state = 'hidden')
        GROUP BY conversation`;

      for (const { one, two, messages } of facts.query(sql)) {
        const { pk } = messageKey(conversationId(String(one), String(two)), '');
        const reads = readsOfConversation(String(one), String(two));
        const expected = 'an inbox row of a member';
        const found = `${messages} messages without one`;
        yield { type: 'message', key: pk, expected, found, reads };
      }
    },
  },

  'sent-messages': {
    title: 'A client message ID leads to its message, and each message of the last days has its client message ID',
    checked: 'SELECT count(*) FROM sent',
    *find(facts, { now }) {
      const recordsWithoutMessage = `
        SELECT conversation, sender, sent.client, sent.message FROM sent LEFT JOIN message
        USING (conversation, sender, client) WHERE message.message IS NOT sent.message
          AND NOT EXISTS (SELECT * FROM member WHERE state = 'hidden' AND user IN (
            substr(conversation, 1, instr(conversation, '_') - 1), substr(conversation, instr(conversation, '_') + 1)))`;

      for (const { conversation, sender, client, message } of facts.query(recordsWithoutMessage)) {
        yield {
          type: 'sentMessage',
          key: `CHAT#${conversation} SENT#${sender}#~${String(client).slice(0, 8)}`,
          expected: `message ${message} with this client message ID`,
          found: 'no such message',
          reads: readsOfPair(String(conversation)),
        };
      }

      const messagesWithoutRecord = `
        SELECT conversation, message.message, message.client FROM message LEFT JOIN sent
        USING (conversation, sender, client) WHERE sent.message IS NULL AND sentAt > $since
          AND NOT EXISTS (SELECT * FROM member WHERE state = 'hidden' AND user IN (sender, recipient))`;

      for (const { conversation, message } of facts.query(messagesWithoutRecord, { since: now - SENT_RETENTION_MS })) {
        const key = messageKey(String(conversation), String(message));
        const expected = 'a record of its client message ID';
        const found = 'no record';
        const reads = readsOfPair(String(conversation));
        yield { type: 'message', key: maskKey('message', key), expected, found, reads };
      }
    },
  },
} as const satisfies Record<string, Invariant>;

/** Returns the reads of a conversation by its ID. */
function readsOfPair(conversation: string): Reads {
  const [userId = '', partnerId = ''] = conversation.split('_');
  return readsOfConversation(userId, partnerId);
}

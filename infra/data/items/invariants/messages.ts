import { sortPrefix } from '../../../../lambdas/table/item-types.ts';
import { conversationId, inboxKey, messageKey, profileKey } from '../../../../lambdas/table/keys.ts';
import { DAY_MS } from '../../../../shared/rules/durations.ts';
import type { Facts, Reads } from '../facts.ts';
import { maskKey } from '../masked-key.ts';
import type { Invariant, Violation } from './invariant.ts';

/** Age up to which each message must have its client message ID, in milliseconds: six days. IDs expire after seven. */
const SENT_RETENTION_MS = 6 * DAY_MS;

/** Returns the reads of a conversation: both inbox rows, both members, and all messages. */
function buildConversationReads(userId: string, partnerId: string): Reads {
  const { pk } = messageKey(conversationId(userId, partnerId), '');
  return {
    keys: [inboxKey(userId, partnerId), inboxKey(partnerId, userId), profileKey(userId), profileKey(partnerId)],
    partitions: [
      { pk, prefix: sortPrefix('message') },
      { pk, prefix: sortPrefix('sentMessage') },
    ],
  };
}

/** Returns the reads of a conversation by its ID. */
function buildReadsById(conversation: string): Reads {
  const [userId = '', partnerId = ''] = conversation.split('_');
  return buildConversationReads(userId, partnerId);
}

/** SQL expression for an inbox row's conversation ID. */
const CONVERSATION_OF_ROW = "CASE WHEN user < other THEN user || '_' || other ELSE other || '_' || user END";

/** SQL expressions for both members of a conversation ID. */
const MEMBERS_OF_CONVERSATION =
  "substr(conversation, 1, instr(conversation, '_') - 1), substr(conversation, instr(conversation, '_') + 1)";

/** Returns an SQL condition: none of these members is hidden, so no purge is pending. */
const buildNoneHidden = (members: string) =>
  `NOT EXISTS (SELECT * FROM member WHERE state = 'hidden' AND user IN (${members}))`;

/** Returns the type, key, and reads of an inbox row, for a finding about it. */
const locateInboxRow = (user: unknown, other: unknown) => {
  const userId = String(user);
  const partnerId = String(other);
  return {
    type: 'inboxRow',
    key: maskKey('inboxRow', inboxKey(userId, partnerId)),
    reads: buildConversationReads(userId, partnerId),
  };
};

/** Yields the records of client message IDs that don't lead to their message. */
function* findRecordsWithoutMessage(facts: Facts): Iterable<Violation> {
  const sql = `
    SELECT conversation, sender, sent.client, sent.message
    FROM sent LEFT JOIN message USING (conversation, sender, client)
    WHERE message.message IS NOT sent.message AND ${buildNoneHidden(MEMBERS_OF_CONVERSATION)}`;

  for (const { conversation, sender, client, message } of facts.query(sql)) {
    yield {
      type: 'sentMessage',
      // `maskKey` needs the client's ID, but the facts contain only its digest.
      key: `CHAT#${conversation} SENT#${sender}#~${String(client).slice(0, 8)}`,
      expected: `message ${message} with this client message ID`,
      found: 'no such message',
      reads: buildReadsById(String(conversation)),
    };
  }
}

/** Yields the messages since this time that have no record of their client message ID. */
function* findMessagesWithoutRecord(facts: Facts, since: number): Iterable<Violation> {
  const sql = `
    SELECT conversation, message.message, message.client
    FROM message LEFT JOIN sent USING (conversation, sender, client)
    WHERE sent.message IS NULL AND sentAt > $since AND ${buildNoneHidden('sender, recipient')}`;

  for (const { conversation, message } of facts.query(sql, { since })) {
    const key = messageKey(String(conversation), String(message));
    const expected = 'a record of its client message ID';
    const found = 'no record';
    const reads = buildReadsById(String(conversation));
    yield { type: 'message', key: maskKey('message', key), expected, found, reads };
  }
}

export const MESSAGE_INVARIANTS = {
  'inbox-pairs': {
    // Checks only that both rows exist. `inbox-messages` compares their last messages.
    title: 'A conversation has the inbox rows of both members, unless one has left',
    checked: 'SELECT count(*) FROM inbox',
    *find(facts) {
      const sql = `
        SELECT inbox.user, inbox.other FROM inbox
        LEFT JOIN inbox AS partnerRow ON partnerRow.user = inbox.other AND partnerRow.other = inbox.user
        LEFT JOIN member ON member.user = inbox.other
        WHERE partnerRow.user IS NULL AND member.state IS 'live'`;

      for (const { user, other } of facts.query(sql)) {
        yield { ...locateInboxRow(user, other), expected: "the partner's row", found: 'one row' };
      }
    },
  },

  'inbox-messages': {
    title: 'An inbox row names and previews the last message, and names the last one received',
    checked: 'SELECT count(*) FROM inbox',
    *find(facts) {
      const sql = `
        WITH inboxRow AS (SELECT *, ${CONVERSATION_OF_ROW} AS pair FROM inbox),
        compared AS (
          SELECT inboxRow.*,
            (SELECT message FROM message WHERE conversation = pair ORDER BY message DESC LIMIT 1) AS lastFound,
            (SELECT digest FROM message WHERE conversation = pair ORDER BY message DESC LIMIT 1) AS digestFound,
            (SELECT message FROM message WHERE conversation = pair AND sender = other
              ORDER BY message DESC LIMIT 1) AS receivedFound
          FROM inboxRow)
        SELECT * FROM compared
        WHERE lastId IS NOT lastFound OR digest IS NOT digestFound OR receivedId IS NOT receivedFound`;

      for (const row of facts.query(sql)) {
        // Another ID implies another preview, so the report names the preview only if the ID is right.
        const onlyPreviewDiffers = row.lastId === row.lastFound && row.digest !== row.digestFound;
        yield {
          ...locateInboxRow(row.user, row.other),
          expected: `last ${row.lastFound}, last received ${row.receivedFound}`,
          found: `last ${row.lastId}, last received ${row.receivedId}${onlyPreviewDiffers ? ', another preview' : ''}`,
        };
      }
    },
  },

  'inbox-unread': {
    // The watermark, `readUpTo`, is the ID of the newest message that the member has read.
    title:
      "An inbox row's watermark is a past message, and the row is unread if and only if a received message is later",
    checked: 'SELECT count(*) FROM inbox',
    *find(facts) {
      const sql = `
        SELECT * FROM (
          SELECT *, receivedId IS NOT NULL AND (readUpTo IS NULL OR readUpTo < receivedId) AS expected FROM inbox)
        WHERE unread <> expected OR readUpTo > lastId`;

      for (const { user, other, unread, expected, readUpTo, lastId } of facts.query(sql)) {
        yield {
          ...locateInboxRow(user, other),
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
        SELECT min(sender, recipient) AS firstMember, max(sender, recipient) AS secondMember, count(*) AS messages
        FROM message
        WHERE conversation NOT IN (SELECT ${CONVERSATION_OF_ROW} FROM inbox)
          AND ${buildNoneHidden('sender, recipient')}
        GROUP BY conversation`;

      for (const { firstMember, secondMember, messages } of facts.query(sql)) {
        const { pk } = messageKey(conversationId(String(firstMember), String(secondMember)), '');
        const reads = buildConversationReads(String(firstMember), String(secondMember));
        const expected = 'an inbox row of a member';
        const found = `${messages} messages without one`;
        yield { type: 'message', key: pk, expected, found, reads };
      }
    },
  },

  'sent-messages': {
    title: 'A client message ID leads to its message, and each message of the last six days has its client message ID',
    checked: 'SELECT count(*) FROM sent',
    *find(facts, { now }) {
      yield* findRecordsWithoutMessage(facts);
      yield* findMessagesWithoutRecord(facts, now - SENT_RETENTION_MS);
    },
  },
} as const satisfies Record<string, Invariant>;

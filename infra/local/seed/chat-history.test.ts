/**
 * Tests of the dates of the demo community's long chat. Its days are relative to today, so that the chat looks recent.
 */
import { describe, expect, it } from 'vitest';
import { MAX_MESSAGE_LENGTH } from '../../../shared/rules/limits.ts';
import { toMessages } from './chat-history.ts';
import { LONG_CHAT } from './long-chat.ts';

/** 22 November 2026, ten minutes after midnight. */
const NOW = new Date(2026, 10, 22, 0, 10);
/** The chat's messages, in which the members' names are also their IDs. */
const messages = toMessages(LONG_CHAT, (name) => name, NOW);

describe('toMessages', () => {
  it('dates messages on their days, all before today, within a week', () => {
    const days = [...new Set(messages.map(({ timestamp }) => new Date(timestamp).toDateString()))];
    const dates = LONG_CHAT.days.map(({ daysAgo }) => new Date(2026, 10, 22 - daysAgo).toDateString());
    expect(days).toEqual(dates);

    for (const { daysAgo } of LONG_CHAT.days) expect([1, 2, 3, 4, 5, 6]).toContain(daysAgo);
  });

  it('gives messages increasing IDs and times', () => {
    const ids = messages.map(({ messageId }) => messageId);
    const times = messages.map(({ timestamp }) => timestamp);

    expect(ids).toEqual([...new Set(ids)].sort());
    expect(times).toEqual(times.toSorted());
  });

  it('names sender and recipient, and keeps every text within the limit', () => {
    for (const { sender, recipient, content } of messages) {
      expect([sender, recipient].sort()).toEqual(['marina', 'theo']);
      expect(content.trim()).toBe(content);
      expect(content.length).toBeLessThanOrEqual(MAX_MESSAGE_LENGTH);
    }
  });
});

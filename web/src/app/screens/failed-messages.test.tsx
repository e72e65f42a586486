// @vitest-environment happy-dom
/**
 * Tests of messages that failed: how the inbox and the chat show them, and that the member can retry or discard them.
 */
import { screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { contract } from '../../../../shared/contract/contract.ts';
import { HOUR_MS } from '../../../../shared/rules/durations.ts';
import { emptyApi } from '../../test-support/empty-api.ts';
import { apiError } from '../../test-support/fake-api.ts';
import { renderApp } from '../../test-support/render-app.tsx';
import { NILS, VIEWER } from '../../test-support/sample-data.ts';

const TWO_HOURS_AGO = new Date(Date.now() - 2 * HOUR_MS).toISOString();
const partner = { id: NILS.id, username: NILS.username, profilePicture: '', depth: 12.3 };

describe('failed message', () => {
  /** A message that an earlier visit couldn't send. `knownUpTo` is the last message that the page knew at that time. */
  const failedMessage = {
    clientMessageId: 'message-1',
    recipientId: partner.id,
    content: 'Line 22',
    writtenAt: TWO_HOURS_AGO,
    state: 'failed',
    deadline: 0,
    knownUpTo: '01KAHQ3V7V8Z5T0F4M2S6R9XAA',
  };
  /** Builds the inbox's row of a conversation whose last stored message has this ID. */
  const buildInboxRow = (lastId: string) => ({
    id: `${partner.id}_${VIEWER.id}`,
    user: partner,
    lastMessage: { id: lastId, content: 'Line 21', senderId: VIEWER.id, timestamp: TWO_HOURS_AGO },
    lastUpdated: TWO_HOURS_AGO,
    unreadCount: 0,
  });
  /** The response when the chat is opened. */
  const conversation = {
    user: partner,
    messages: [],
    more: false,
    read: { own: null, other: null },
    left: false,
    missingMetres: 0,
  };
  // The cast is safe: the inbox reads only these fields of a row.
  const buildInboxApi = (...rows: object[]) =>
    emptyApi().on(
      contract.messages.conversations,
      () => ({ conversations: rows, unreadTotal: 0, cursor: null }) as never,
    );

  /** The key under which a tab that is closed now has stored its unsent messages. */
  const CLOSED_TAB = `fathom.outbox.${VIEWER.id}.closed-tab`;
  const readOutboxKeys = () => Object.keys(localStorage).filter((key) => key.startsWith('fathom.outbox.'));

  beforeEach(() => localStorage.setItem(CLOSED_TAB, JSON.stringify([failedMessage])));
  afterEach(() => sessionStorage.clear());

  it('a failed message replaces the last stored message in the inbox', async () => {
    renderApp('/messages', { api: buildInboxApi(buildInboxRow('01KAHQ3V7V8Z5T0F4M2S6R9XAA')) });
    const link = await screen.findByRole('link', { name: /Nils/ });
    expect(link.querySelector('.inbox__last')?.textContent).toBe('Not sent · Line 22');
  });

  it("a failed message doesn't hide a newer message in the inbox", async () => {
    const newerMessage = { id: '01KAHQ3V7V8Z5T0F4M2S6R9XCC', content: 'Are you there?', senderId: partner.id };
    const newerRow = {
      ...buildInboxRow(newerMessage.id),
      lastMessage: { ...newerMessage, timestamp: new Date().toISOString() },
    };
    renderApp('/messages', { api: buildInboxApi(newerRow) });

    const link = await screen.findByRole('link', { name: /Are you there\?/ });
    expect(link.querySelector('.inbox__last')?.textContent).toBe('Unsent message · Are you there?');
  });

  it('the inbox removes the mark "Not sent" when a failed message turns out to be stored', async () => {
    // The remaining fields are those that a stored message has too.
    const { knownUpTo, state, deadline, recipientId, writtenAt, ...message } = failedMessage;
    const storedMessage = {
      ...message,
      id: '01KAHQ3V7V8Z5T0F4M2S6R9XBB',
      sender: VIEWER.id,
      recipient: partner.id,
      timestamp: TWO_HOURS_AGO,
    };
    const api = buildInboxApi(buildInboxRow(storedMessage.id)).on(contract.messages.conversation, () => ({
      ...conversation,
      messages: [storedMessage],
    }));

    renderApp('/messages', { api });
    await screen.findByRole('link', { name: /Nils/ });
    await waitFor(() => expect(screen.queryByText('Not sent', { exact: false })).toBeNull());

    expect(readOutboxKeys()).toEqual([]);
  });

  it('a failed message to a member without a conversation adds a row to the inbox', async () => {
    renderApp('/messages', { api: buildInboxApi().on(contract.messages.conversation, () => conversation) });
    const link = await screen.findByRole('link', { name: /Nils/ });
    expect(link.getAttribute('href')).toBe(`/messages/${partner.id}`);
    expect(link.querySelector('.inbox__last')?.textContent).toBe('Not sent · Line 22');
  });

  it.each([
    ['who has left', { left: true }, /this member has left/],
    ['above the viewer', { missingMetres: 0.004 }, /until you've ascended/],
  ])(
    'a failed message to a member %s says why it cannot be sent, and offers only Discard',
    async (_, fields, reason) => {
      const api = emptyApi().on(contract.messages.conversation, () => ({ ...conversation, ...fields }));
      renderApp(`/messages/${partner.id}`, { api });

      await screen.findByText(reason);
      screen.getByText('Line 22', { selector: '.bubble__text' });
      expect(screen.queryByRole('button', { name: 'Retry' })).toBeNull();
      screen.getByRole('button', { name: 'Discard' });
    },
  );

  it('a failed message stays readable if the partner left before the first message was stored', async () => {
    const api = emptyApi().fail(contract.messages.conversation, () =>
      apiError({ code: 'NotFound', params: { item: 'member' } }),
    );
    const { user } = renderApp(`/messages/${partner.id}`, { api });

    await screen.findByText('User not found');
    screen.getByText('Line 22', { selector: '.bubble__text' });
    expect(screen.queryByRole('button', { name: 'Retry' })).toBeNull();

    await user.click(screen.getByRole('button', { name: 'Discard' }));
    await user.click(within(screen.getByRole('dialog')).getByRole('button', { name: 'Discard' }));
    await waitFor(() => expect(screen.queryByText('Line 22')).toBeNull());
  });
});

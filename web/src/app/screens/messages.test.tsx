// @vitest-environment happy-dom
import { screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { contract } from '../../../../shared/contract/contract.ts';
import { emptyApi } from '../../test-support/empty-api.ts';
import { apiError } from '../../test-support/fake-api.ts';
import { renderApp } from '../../test-support/render-app.tsx';
import { NILS, VIEWER } from '../../test-support/sample-data.ts';

const TWO_HOURS_AGO = new Date(Date.now() - 7_200_000).toISOString();
const CONTENT = 'A long story about the tide and the time that it took us to get back to the boat.';
const partner = { id: NILS.id, username: NILS.username, profilePicture: '', depth: 12.3 };

describe('the inbox', () => {
  it('are counted up to 99 in the inbox, with who, when, what and how deep', async () => {
    const nobody = { ...partner, id: 'abcdefgh', username: '' };
    const conversations = [partner, nobody].map((user, place) => ({
      id: `${user.id}_${VIEWER.id}`,
      user,
      lastMessage: {
        id: `01KAHQ3V7V8Z5T0F4M2S6R9X${20 - place}`,
        content: CONTENT,
        senderId: user.id,
        timestamp: TWO_HOURS_AGO,
      },
      lastUpdated: TWO_HOURS_AGO,
      unreadCount: 1,
    }));
    const api = emptyApi().on(contract.messages.conversations, () => ({
      conversations,
      unreadTotal: 100,
      cursor: 'more',
    }));
    const release = api.hold(contract.messages.conversations);
    renderApp('/messages', { api });
    await screen.findByText('Loading...');
    release();
    const row = await waitFor(() => {
      const found = document.querySelector<HTMLElement>('.inbox__link--unread');
      expect(found).not.toBeNull();
      return found as HTMLElement;
    });
    expect(screen.getByRole('heading', { level: 1 }).textContent).toMatch(/Messages.*99\+/);
    expect(row.getAttribute('href')).toBe(`/messages/${partner.id}`);
    for (const text of ['Nils', '2 hours ago', '12.30m deep', CONTENT]) within(row).getByText(text);
    expect(row.querySelector('.avatar')?.textContent).toBe('N');
    screen.getByText('User_abcde');
  });
});

describe('a conversation', () => {
  const message = (id: string, sender: string) => ({
    id,
    clientMessageId: id,
    sender,
    recipient: '',
    content: CONTENT,
    timestamp: TWO_HOURS_AGO,
  });
  const conversation = {
    user: partner,
    messages: [message('01KAHQ3V7V8Z5T0F4M2S6R9XAA', partner.id), message('01KAHQ3V7V8Z5T0F4M2S6R9XBB', VIEWER.id)],
    more: false,
    read: { own: null, other: null },
    left: false,
    missingMetres: 0,
  };

  it('stand on the side of whoever wrote them, with hours and minutes', async () => {
    const api = emptyApi().on(contract.messages.conversation, () => conversation);
    const release = api.hold(contract.messages.conversation);
    renderApp(`/messages/${partner.id}`, { api });
    await screen.findByText('Loading...');
    release();
    await screen.findByRole('heading', { level: 1, name: 'Nils' });
    expect(document.querySelector('.chat-heading .avatar')?.textContent).toBe('N');
    expect(screen.getByRole('link', { name: 'Back to Messages' }).getAttribute('href')).toBe('/messages');
    expect(document.querySelectorAll('.bubble--other')).toHaveLength(1);
    expect(document.querySelector('.bubble--own time')?.textContent).toMatch(/^\d\d:\d\d( [AP]M)?$/);
  });

  it('with a member above says how far it is, and offers no field', async () => {
    const above = { ...conversation, messages: [], missingMetres: 0.01 };
    renderApp(`/messages/${partner.id}`, { api: emptyApi().on(contract.messages.conversation, () => above) });
    await screen.findByText('You need to ascend 0.01m to start a conversation with Nils.');
    expect(screen.queryByPlaceholderText('Type your message...')).toBeNull();
  });

  it('with a member who has left shows the messages, and offers no field', async () => {
    const gone = { ...conversation, user: { ...partner, username: 'Deleted user' }, left: true };
    renderApp(`/messages/${partner.id}`, { api: emptyApi().on(contract.messages.conversation, () => gone) });
    await screen.findByRole('heading', { level: 1, name: 'Deleted user' });
    await screen.findByText((text) => text.includes('This member has left the ocean.'));
    expect(screen.getAllByText(CONTENT)).toHaveLength(2);
    expect(screen.queryByPlaceholderText('Type your message...')).toBeNull();
  });

  it('with an unknown member says so', async () => {
    const api = emptyApi().fail(contract.messages.conversation, () => apiError(404, 'NotFound', 'No such member.'));
    renderApp('/messages/no~body', { api });
    await screen.findByText('User not found');
  });

  it('with oneself says so, and leads back', async () => {
    const api = emptyApi().fail(contract.messages.conversation, () => apiError(400, 'InvalidInput', 'That is you.'));
    const { user } = renderApp(`/messages/${VIEWER.id}`, { api });
    const alert = (await screen.findByText((text) => text.includes('This is you.'))).closest('[role=alert]');
    await user.click(within(alert as HTMLElement).getByRole('link', { name: 'Back to Messages' }));
    expect(location.pathname).toBe('/messages');
  });

  it('counts near the limit, and takes no more', async () => {
    const { user } = renderApp(`/messages/${partner.id}`);
    const field = await screen.findByPlaceholderText<HTMLTextAreaElement>('Type your message...');
    const send = screen.getByRole<HTMLButtonElement>('button', { name: 'Send' });
    const type = async (text: string) => {
      await user.clear(field);
      await user.click(field);
      await user.paste(text);
    };
    for (const nothing of ['   ', '\n\t', '\u200B\u2060']) {
      await type(nothing);
      expect(send.disabled, JSON.stringify(nothing)).toBe(true);
    }
    await type('🐙'.repeat(10_001));
    await screen.findByText('10,001 / 10,000');
    expect(send.disabled).toBe(true);
    await type('🐙'.repeat(9_900));
    await screen.findByText((text) => text.startsWith('This message is too large to send at once.'));
    expect(send.disabled).toBe(true);
    await type('x'.repeat(10_000));
    expect(send.disabled).toBe(false);
  });
});

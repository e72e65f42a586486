// @vitest-environment happy-dom
/** Tests of the inbox and the chat on screen. See docs/product.md#messages. */
import { act, screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it, vi } from 'vitest';
import { contract } from '../../../../shared/contract/contract.ts';
import { HOUR_MS } from '../../../../shared/rules/durations.ts';
import { MAX_MESSAGE_LENGTH } from '../../../../shared/rules/limits.ts';
import { emptyApi } from '../../test-support/empty-api.ts';
import { apiError } from '../../test-support/fake-api.ts';
import { renderApp } from '../../test-support/render-app.tsx';
import { NILS, VIEWER } from '../../test-support/sample-data.ts';

const TWO_HOURS_AGO = new Date(Date.now() - 2 * HOUR_MS).toISOString();
const CONTENT = 'A long story about the tide and the time that it took us to get back to the boat.';
const partner = { id: NILS.id, username: NILS.username, profilePicture: '', depth: 12.3 };

describe('inbox', () => {
  const namelessPartner = { ...partner, id: 'abcdefgh', username: '' };
  const conversations = [partner, namelessPartner].map((user, index) => ({
    id: `${user.id}_${VIEWER.id}`,
    user,
    lastMessage: {
      id: `01KAHQ3V7V8Z5T0F4M2S6R9X${20 - index}`,
      content: CONTENT,
      senderId: user.id,
      timestamp: TWO_HOURS_AGO,
    },
    lastUpdated: TWO_HOURS_AGO,
    unreadCount: 1,
  }));

  /** Opens the inbox with two unread conversations. Returns the first row. */
  async function openInbox(): Promise<HTMLElement> {
    const api = emptyApi().on(contract.messages.conversations, () => ({
      conversations,
      unreadTotal: 100,
      cursor: 'more',
    }));
    const release = api.hold(contract.messages.conversations);
    renderApp('/messages', { api });

    await screen.findByText('Loading...');
    release();

    return waitFor(() => {
      const unreadRow = document.querySelector<HTMLElement>('.inbox__link--unread');
      expect(unreadRow).not.toBeNull();
      return unreadRow as HTMLElement;
    });
  }

  it('caps the unread count in the heading at "99+"', async () => {
    await openInbox();

    expect(screen.getByRole('heading', { level: 1 }).textContent).toMatch(/Messages.*99\+/);
  });

  it('shows the partner, time, preview, and depth in a row that links to the conversation', async () => {
    const row = await openInbox();

    expect(row.getAttribute('href')).toBe(`/messages/${partner.id}`);
    for (const text of ['Nils', '2 hours ago', '12.30m deep', CONTENT]) within(row).getByText(text);
    expect(row.querySelector('.avatar')?.textContent).toBe('N');
  });

  it('shows the beginning of the ID for a partner without a name', async () => {
    await openInbox();

    screen.getByText('User_abcde');
  });
});

describe('chat', () => {
  const buildMessage = (id: string, sender: string) => ({
    id,
    clientMessageId: id,
    sender,
    recipient: '',
    content: CONTENT,
    timestamp: TWO_HOURS_AGO,
  });
  const conversation = {
    user: partner,
    messages: [
      buildMessage('01KAHQ3V7V8Z5T0F4M2S6R9XAA', partner.id),
      buildMessage('01KAHQ3V7V8Z5T0F4M2S6R9XBB', VIEWER.id),
    ],
    more: false,
    read: { own: null, other: null },
    left: false,
    missingMetres: 0,
  };

  it("shows the viewer's and the partner's messages on different sides, with their times", async () => {
    const api = emptyApi().on(contract.messages.conversation, () => conversation);
    const release = api.hold(contract.messages.conversation);
    renderApp(`/messages/${partner.id}`, { api });

    await screen.findByText('Loading...');
    release();
    await screen.findByRole('heading', { level: 1, name: 'Nils' });

    expect(document.querySelector('.chat-heading .avatar')?.textContent).toBe('N');
    expect(screen.getByRole('link', { name: 'Back to Messages' }).getAttribute('href')).toBe('/messages');
    expect(document.querySelectorAll('.bubble--other')).toHaveLength(1);
    expect(document.querySelector('.bubble--own time')?.textContent).toMatch(/^\d{1,2}:\d\d\s[AP]M$/);
  });

  it('keeps the focus on the button while earlier messages load, then moves it to the note', async () => {
    const { promise: whenReleased, resolve: release } = Promise.withResolvers<void>();
    const api = emptyApi().on(contract.messages.conversation, async ({ before }) => {
      if (before !== undefined) await whenReleased;
      return { ...conversation, messages: before ? [] : conversation.messages, more: before === undefined };
    });
    renderApp(`/messages/${partner.id}`, { api });

    // The area is too short to scroll, so the page loads earlier messages without a click.
    const button = await screen.findByRole('button', { name: 'Loading earlier messages...' });
    act(() => button.focus());
    act(() => button.click());

    expect(document.activeElement).toBe(button);

    release();
    const note = await screen.findByText('The beginning of your conversation');
    await waitFor(() => expect(document.activeElement).toBe(note));
    expect(api.inputsOf(contract.messages.conversation).filter(({ before }) => before)).toHaveLength(1);
  });

  it('changes the heading "Today" to "Yesterday" after midnight', async () => {
    const api = emptyApi().on(contract.messages.conversation, () => ({
      ...conversation,
      messages: [{ ...conversation.messages[0]!, timestamp: new Date().toISOString() }],
    }));

    renderApp(`/messages/${partner.id}`, { api });
    await screen.findByText('Today');

    const tomorrow = new Date();
    tomorrow.setDate(tomorrow.getDate() + 1);
    vi.setSystemTime(tomorrow);
    act(() => void dispatchEvent(new Event('focus')));
    await screen.findByText('Yesterday');

    expect(screen.queryByText('Today')).toBeNull();

    vi.useRealTimers();
  });

  it('shows the missing metres instead of a text field for a partner above', async () => {
    const conversationAbove = { ...conversation, messages: [], missingMetres: 0.01 };
    renderApp(`/messages/${partner.id}`, {
      api: emptyApi().on(contract.messages.conversation, () => conversationAbove),
    });
    await screen.findByText('You need to ascend 1 cm to start a conversation with Nils.');

    expect(screen.queryByPlaceholderText('Type your message...')).toBeNull();
  });

  it('shows the messages without a text field when the partner has left', async () => {
    const leftConversation = { ...conversation, user: { ...partner, username: 'Deleted user' }, left: true };
    renderApp(`/messages/${partner.id}`, {
      api: emptyApi().on(contract.messages.conversation, () => leftConversation),
    });
    await screen.findByRole('heading', { level: 1, name: 'Deleted user' });
    await screen.findByText((text) => text.includes('This member has left the ocean.'));

    expect(screen.getAllByText(CONTENT)).toHaveLength(2);
    expect(screen.queryByPlaceholderText('Type your message...')).toBeNull();
  });

  it('shows "User not found" for an unknown partner', async () => {
    const api = emptyApi().fail(contract.messages.conversation, () =>
      apiError({ code: 'NotFound', params: { item: 'member' } }),
    );
    renderApp('/messages/unknown', { api });
    await screen.findByText('User not found');
  });

  it.each([
    ['the server rejects the ID', apiError({ code: 'InvalidInput', params: { reason: 'message-yourself' } })],
    ['the request fails', apiError({ code: 'Unavailable' })],
  ])('shows a prompt with a link to the inbox when the partner is the viewer and %s', async (_case, error) => {
    const api = emptyApi().fail(contract.messages.conversation, () => error);
    const { user } = renderApp(`/messages/${VIEWER.id}`, { api });
    const alert = (await screen.findByText((text) => text.includes("That's you!"))).closest<HTMLElement>(
      '[role=alert]',
    )!;

    expect(within(alert).queryByRole('button')).toBeNull();
    await user.click(within(alert).getByRole('link', { name: 'Back to Messages' }));
    expect(location.pathname).toBe('/messages');
  });

  /** Opens a chat, and pastes a text into its field. Returns the Send button. */
  async function openChatWithText(text: string): Promise<HTMLButtonElement> {
    const { user } = renderApp(`/messages/${partner.id}`);
    await user.click(await screen.findByPlaceholderText('Type your message...'));
    await user.paste(text);
    return screen.getByRole<HTMLButtonElement>('button', { name: 'Send' });
  }

  it('enables sending for a text of the maximum length', async () => {
    const sendButton = await openChatWithText('x'.repeat(MAX_MESSAGE_LENGTH));
    expect(sendButton.disabled).toBe(false);
  });

  it('disables sending for a text that is too long, and shows its length', async () => {
    const sendButton = await openChatWithText('x'.repeat(MAX_MESSAGE_LENGTH + 1));

    await screen.findByText('10,001 / 10,000');
    expect(sendButton.disabled).toBe(true);
  });

  it('disables sending for a text with too many bytes for one frame, and says so', async () => {
    // Few enough characters, but an emoji has four bytes, and a frame has at most 32 KB.
    const sendButton = await openChatWithText('🐙'.repeat(MAX_MESSAGE_LENGTH - 100));

    await screen.findByText((text) => text.startsWith('This message is too large.'));
    expect(sendButton.disabled).toBe(true);
  });

  it.each(['   ', '\n\t', '\u200B\u2060'])('disables sending for the blank text %j', async (text) => {
    const sendButton = await openChatWithText(text);
    expect(sendButton.disabled).toBe(true);
  });
});

// @vitest-environment happy-dom
/** Tests of wide windows, which show the inbox next to a conversation. */
import { act, screen } from '@testing-library/react';
import type { DetachedWindowAPI } from 'happy-dom';
import { afterEach, describe, expect, it } from 'vitest';
import { contract } from '../../../../shared/contract/contract.ts';
import { HOUR_MS } from '../../../../shared/rules/durations.ts';
import { emptyApi } from '../../test-support/empty-api.ts';
import { renderApp } from '../../test-support/render-app.tsx';
import { NILS } from '../../test-support/sample-data.ts';

const TWO_HOURS_AGO = new Date(Date.now() - 2 * HOUR_MS).toISOString();
const nils = { id: NILS.id, username: NILS.username, profilePicture: '', depth: 12.3 };
const partners = [nils, { ...nils, id: 'ada-0000', username: 'Ada' }];

/** The width in pixels from which the inbox and a conversation are next to each other. It is happy-dom's default. */
const WIDE_PX = 1024;
const NARROW_PX = 390;

describe('inbox next to a conversation', () => {
  const buildInboxApi = () =>
    emptyApi()
      .on(contract.messages.conversations, () => ({
        conversations: partners.map((user, index) => ({
          id: user.id,
          user,
          lastMessage: { id: `01M${index}`, content: 'Low tide', senderId: user.id, timestamp: TWO_HOURS_AGO },
          lastUpdated: TWO_HOURS_AGO,
          unreadCount: 0,
        })),
        unreadTotal: 0,
        cursor: null,
      }))
      .on(contract.messages.conversation, ({ userId }) => ({
        user: partners.find(({ id }) => id === userId)!,
        messages: [],
        more: false,
        read: { own: null, other: null },
        left: false,
        missingMetres: 0,
      }));

  // The global window has happy-dom's own API, which TypeScript doesn't know.
  const setWidth = (width: number) =>
    act(() => (window as unknown as { happyDOM: DetachedWindowAPI }).happyDOM.setViewport({ width }));

  afterEach(() => setWidth(WIDE_PX));

  it('keeps the inbox when another conversation is opened, and marks the open one', async () => {
    const api = buildInboxApi();
    const { user } = renderApp('/messages', { api });
    const inboxList = (await screen.findByRole('link', { name: /Nils/ })).closest('ul');
    await screen.findByText('Choose a conversation');
    const requestCount = api.inputsOf(contract.messages.conversations).length;

    for (const name of ['Nils', 'Ada']) {
      await user.click(screen.getByRole('link', { name: new RegExp(name) }));
      const heading = await screen.findByRole('heading', { level: 1, name });

      expect(screen.getByRole('heading', { level: 2, name: 'Messages' })).toBeDefined();
      // The same element as before: the inbox was not mounted again.
      expect(screen.getByRole('link', { current: 'page', name: new RegExp(name) }).closest('ul')).toBe(inboxList);
      expect(inboxList?.querySelectorAll('[aria-current]')).toHaveLength(1);
      // The heading has the focus first, and then the field of the loaded conversation.
      expect([heading, screen.getByPlaceholderText('Type your message...')]).toContain(document.activeElement);
    }

    await user.click(screen.getByRole('link', { name: 'Back to Messages' }));
    expect(await screen.findByRole('heading', { level: 1, name: 'Messages' })).toBe(document.activeElement);
    expect(screen.getByRole('link', { name: /Nils/ }).closest('ul')).toBe(inboxList);
    expect(inboxList?.querySelector('[aria-current]')).toBeNull();
    expect(api.inputsOf(contract.messages.conversations)).toHaveLength(requestCount);
  });

  it('shows the conversation instead of the inbox in a narrow window', async () => {
    setWidth(NARROW_PX);
    const { user } = renderApp('/messages', { api: buildInboxApi() });
    const link = await screen.findByRole('link', { name: /Nils/ });
    expect(screen.queryByText('Choose a conversation')).toBeNull();

    await user.click(link);
    await screen.findByRole('heading', { level: 1, name: 'Nils' });
    expect(screen.queryByRole('link', { name: /Ada/ })).toBeNull();

    await user.click(screen.getByRole('link', { name: 'Back to Messages' }));
    await screen.findByRole('link', { name: /Ada/ });
  });

  it('keeps the scroll position of a conversation while another is open', async () => {
    const api = buildInboxApi();
    const { user } = renderApp(`/messages/${nils.id}`, { api });
    const messageRegion = await screen.findByRole('region', { name: 'Messages with Nils' });

    // happy-dom has no layout, so the sizes are set here. From the bottom at 1500, the member scrolls up to 700.
    Object.defineProperty(messageRegion, 'scrollHeight', { value: 2000 });
    Object.defineProperty(messageRegion, 'clientHeight', { value: 500 });
    for (const scrollTop of [1500, 700]) {
      messageRegion.scrollTop = scrollTop;
      messageRegion.dispatchEvent(new Event('scroll'));
    }

    await user.click(await screen.findByRole('link', { name: /Ada/ }));
    await screen.findByRole('region', { name: 'Messages with Ada' });
    await user.click(screen.getByRole('link', { name: /Nils/ }));

    expect((await screen.findByRole('region', { name: 'Messages with Nils' })).scrollTop).toBe(700);
  });
});

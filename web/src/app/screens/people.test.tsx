// @vitest-environment happy-dom
import { screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { contract } from '../../../../shared/contract/contract.ts';
import { emptyApi } from '../../test-support/empty-api.ts';
import { apiError } from '../../test-support/fake-api.ts';
import { renderApp } from '../../test-support/render-app.tsx';
import { NILS, profileOf, VIEWER } from '../../test-support/sample-data.ts';

const card = (name: string) => screen.findByRole('article', { name });

/** Returns one of the three numbers at the head of a profile. */
function countOf(label: string): string | null | undefined {
  const row = [...document.querySelectorAll('.profile-head__counts div')].find((one) =>
    one.textContent?.includes(label),
  );
  return row?.querySelector('dd .visually-hidden')?.textContent;
}

describe('Find Users', () => {
  it('says that it loads whom there is to discover, to follow and to write to', async () => {
    const api = emptyApi().on(contract.users.list, () => ({ users: [NILS], cursor: null }));
    const release = api.hold(contract.users.list);
    renderApp('/search', { api });
    await screen.findByText('Loading users...');
    screen.getByText((text) => text.includes('Discover users at your depth level or below'));
    release();
    const nils = await card('Nils');
    within(nils).getByRole('button', { name: 'Follow' });
    expect(within(nils).getByRole('link', { name: 'Message' }).getAttribute('href')).toBe(`/messages/${NILS.id}`);
  });

  it('narrows what is loaded at once, before the server has answered', async () => {
    const gwen = { ...NILS, id: '33333333-0000-4000-8000-000000000000', username: 'Gwen' };
    const api = emptyApi().on(contract.users.list, () => ({ users: [NILS, gwen], cursor: null }));
    const { user } = renderApp('/search', { api });
    await card('Nils');
    api.hold(contract.users.list);
    await user.type(screen.getByPlaceholderText('Search users...'), 'gwen');
    await waitFor(() => expect(screen.queryByRole('article', { name: 'Nils' })).toBeNull());
    await card('Gwen');
  });

  it('shows one’s own card without anything to press', async () => {
    const own = { ...NILS, id: VIEWER.id, username: VIEWER.username };
    renderApp('/search', { api: emptyApi().on(contract.users.list, () => ({ users: [own], cursor: null })) });
    const self = await card('Wilma');
    within(self).getByText('You');
    expect(within(self).queryByRole('button')).toBeNull();
  });
});

describe('following', () => {
  it.each([
    [403, 'DepthTooLow', 'They have risen above you.'],
    [404, 'NotFound', 'This member has left the ocean.'],
    [503, 'Throttled', 'That could not be saved.'],
  ])('is taken back on screen, with the reason, when it is refused with %i', async (status, code, sentence) => {
    const api = emptyApi().fail(contract.users.follow, () => apiError(status, code, 'Not now.'));
    const { user } = renderApp(`/profile/${NILS.id}`, { api });
    await user.click(await screen.findByRole('button', { name: 'Follow' }));
    const reason = await screen.findByText((text) => text.includes(sentence));
    expect(reason.closest('[role=alert]')).not.toBeNull();
    await screen.findByRole('button', { name: 'Follow' });
    expect(countOf('Followers')).toBe('0');
  });

  it('is listed page after page, and the keyboard goes on at the first of those who have come', async () => {
    const other = { ...NILS, id: '33333333-0000-4000-8000-000000000000', username: 'Somebody Else' };
    const api = emptyApi().on(contract.users.followers, ({ cursor }) =>
      cursor ? { users: [other], cursor: null } : { users: [NILS], cursor: 'two' },
    );
    const { user } = renderApp(`/profile/${VIEWER.id}?tab=connections`, { api });
    const more = await screen.findByRole('button', { name: 'Load more: followers' });
    await user.click(more);
    await waitFor(() => expect(more.isConnected).toBe(false));
    expect(document.activeElement).toBe(screen.getByRole('link', { name: 'Somebody Else' }));
  });
});

describe('an own profile with nothing on it', () => {
  it('says that it loads, and then what there is not yet', async () => {
    const api = emptyApi();
    const release = api.hold(contract.users.profile);
    const { user } = renderApp(`/profile/${VIEWER.id}`, { api });
    await screen.findByText('Loading profile...');
    release();
    await screen.findByText('No posts yet');
    await user.click(screen.getByRole('tab', { name: 'Files' }));
    await screen.findByText('No files uploaded yet');
    await user.click(screen.getByRole('tab', { name: 'Connections' }));
    for (const text of ['Followers (0)', 'No followers yet', 'Following (0)', 'Not following anyone yet']) {
      await screen.findByText(text);
    }
    expect(screen.getByRole('link', { name: 'Edit Profile' }).getAttribute('href')).toBe('/edit-profile');
    for (const name of ['Delete Account', 'Change profile photo']) screen.getByRole('button', { name });
    expect(document.querySelector('.profile-head__avatar .avatar')?.textContent).toBe('W');
    screen.getByRole('meter', { name: 'Depth meter' });
  });
});

describe('a profile', () => {
  it('leads to where depth is bought when it is above', async () => {
    const { id, username, profilePicture } = NILS;
    const above = { id, username, profilePicture, depth: 0.03, restricted: true as const, difference: 0.03 };
    renderApp(`/profile/${NILS.id}`, { api: emptyApi().on(contract.users.profile, () => ({ profile: above })) });
    await screen.findByRole('heading', { name: 'Restricted Content' });
    screen.getByText("You need to ascend higher in the ocean to view this user's content.");
    expect(screen.getByText(/^Depth difference:/).parentElement?.textContent).toContain('Depth difference: 0.03m');
    expect(screen.queryByRole('tab')).toBeNull();
    const main = within(screen.getByRole('main'));
    expect(main.getByRole('link', { name: 'Ascend Now' }).getAttribute('href')).toBe('/payments');
  });

  it.each([NILS.id, 'no%20id'])('of nobody (%s) says so, and leads back', async (id) => {
    const api = emptyApi().fail(contract.users.profile, () => apiError(404, 'NotFound', 'No such member.'));
    const { user } = renderApp(`/profile/${id}`, { api });
    await screen.findByText('User not found');
    await user.click(screen.getByRole('link', { name: 'Back to Dashboard' }));
    await screen.findByRole('heading', { name: 'Welcome, Wilma' });
  });

  it('shows who it is, to whoever is high enough', async () => {
    const nils = { ...NILS, depth: 0.03, contributedMB: 2.86 };
    const api = emptyApi().on(contract.users.profile, () => ({ profile: profileOf(nils) }));
    renderApp(`/profile/${NILS.id}`, { api });
    await screen.findByRole('heading', { level: 1, name: 'Nils' });
    expect(countOf('MB contributed')).toMatch(/^2\.86$/);
    expect(document.querySelector('.profile-head__depth')?.textContent).toContain('0.03m');
    for (const own of ['Edit Profile', 'Delete Account', 'Change profile photo']) {
      expect(screen.queryByText(own) ?? screen.queryByLabelText(own), own).toBeNull();
    }
    await screen.findByText('No posts yet');
  });
});

// @vitest-environment happy-dom
/**
 * Tests of the screen Find Users, of Follow buttons, and of the lists of followers. See
 * docs/product.md#finding-members.
 */
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { contract } from '../../../../shared/contract/contract.ts';
import { emptyApi } from '../../test-support/empty-api.ts';
import { apiError } from '../../test-support/fake-api.ts';
import { renderApp } from '../../test-support/render-app.tsx';
import { buildProfile, NILS, sampleFile, VIEWER } from '../../test-support/sample-data.ts';

const GWEN = { ...NILS, id: '33333333-0000-4000-8000-000000000000', username: 'Gwen' };

const findCard = (name: string) => screen.findByRole('article', { name });

/** Returns the number with this label in a profile's header. */
function readCount(label: string): string | null | undefined {
  const row = [...document.querySelectorAll('.profile-head__counts div')].find((element) =>
    element.textContent?.includes(label),
  );
  return row?.querySelector('dd .visually-hidden')?.textContent;
}

describe('user search', () => {
  it('shows a loading text, then cards with Follow and Message', async () => {
    const api = emptyApi().on(contract.users.list, () => ({ users: [NILS], cursor: null }));
    const release = api.hold(contract.users.list);
    renderApp('/search', { api });
    await screen.findByText('Loading users...');
    screen.getByText((text) => text.includes('Discover users at your depth level or below'));

    release();
    const card = within(await findCard('Nils'));
    card.getByRole('button', { name: 'Follow' });
    expect(card.getByRole('link', { name: 'Message' }).getAttribute('href')).toBe(`/messages/${NILS.id}`);
  });

  it('filters the loaded users before the server responds', async () => {
    const api = emptyApi().on(contract.users.list, () => ({ users: [NILS, GWEN], cursor: null }));
    const { user } = renderApp('/search', { api });
    await findCard('Nils');

    api.hold(contract.users.list);
    await user.type(screen.getByPlaceholderText('Search users...'), 'gwen');
    await waitFor(() => expect(screen.queryByRole('article', { name: 'Nils' })).toBeNull());
    await findCard('Gwen');
  });

  it('shows users that the server finds by the words of the text in another order', async () => {
    const marina = { ...NILS, username: 'Marina Reef' };
    const api = emptyApi().on(contract.users.list, ({ q }) => ({
      users: q === undefined || q === 'reef  marina' ? [marina] : [],
      cursor: null,
    }));
    const { user } = renderApp('/search', { api });
    await findCard('Marina Reef');

    const release = api.hold(contract.users.list);
    await user.type(screen.getByPlaceholderText('Search users...'), 'reef  marina');
    await waitFor(() => expect(screen.queryByRole('article', { name: 'Marina Reef' })).toBeNull());

    release();
    await findCard('Marina Reef');
  });

  it('says that no one matches several words only when the server has responded', async () => {
    const api = emptyApi().on(contract.users.list, ({ q }) => ({ users: q ? [] : [NILS], cursor: null }));
    renderApp('/search', { api });
    await findCard('Nils');

    // Sets the whole text in one step, so that the search is due, but has not started.
    fireEvent.change(screen.getByPlaceholderText('Search users...'), { target: { value: 'no such member' } });
    expect(screen.queryByText('No users found matching your criteria.')).toBeNull();
    screen.getByText('Loading users...');

    await screen.findByText('No users found matching your criteria.');
    expect(api.inputsOf(contract.users.list).map(({ q }) => q)).toEqual([undefined, 'no such member']);
  });

  it('lists all users for a search text of only spaces', async () => {
    const api = emptyApi().on(contract.users.list, () => ({ users: [NILS], cursor: null }));
    const { user } = renderApp('/search', { api });
    await findCard('Nils');

    await user.type(screen.getByPlaceholderText('Search users...'), '   {enter}');
    await findCard('Nils');

    expect(api.inputsOf(contract.users.list).every(({ q }) => q === undefined)).toBe(true);
    expect(location.search).toBe('');
  });

  it.each([
    [0, 'Try another search, or ascend to see more people.'],
    [10_000, 'Try another search.'],
  ])('suggests at %d m what to do if no one is found', async (depth, hint) => {
    const viewer = { ...VIEWER, depth };
    renderApp('/search?q=unknown', { api: emptyApi().on(contract.account.me, () => ({ profile: viewer })) });
    await screen.findByText('No users found matching your criteria.');
    screen.getByText(hint);
  });

  it("shows the viewer's own card without actions", async () => {
    const ownUser = { ...NILS, id: VIEWER.id, username: VIEWER.username };
    renderApp('/search', { api: emptyApi().on(contract.users.list, () => ({ users: [ownUser], cursor: null })) });

    const card = within(await findCard('Wilma'));
    card.getByText('You');
    expect(card.queryByRole('button')).toBeNull();
  });
});

describe('following', () => {
  it.each([
    [{ code: 'DepthTooLow', params: { missingMetres: 1 } }, "They've risen above you."],
    [{ code: 'NotFound', params: { item: 'member' } }, 'This member has left the ocean.'],
    [{ code: 'Throttled' }, "That couldn't be saved."],
  ] as const)('rolls back with an explanation if the server responds with $code', async (error, message) => {
    const api = emptyApi().fail(contract.users.follow, () => apiError(error));
    const { user } = renderApp(`/profile/${NILS.id}`, { api });
    await user.click(await screen.findByRole('button', { name: 'Follow' }));

    const alert = await screen.findByText((text) => text.includes(message));
    expect(alert.closest('[role=alert]')).not.toBeNull();

    await screen.findByRole('button', { name: 'Follow' });
    expect(readCount('Followers')).toBe('0');
  });

  const memberAbove = { ...NILS, depth: 0.0039 };
  it.each([
    { place: "at the viewer's depth", person: NILS, button: 'Follow', links: ['Message'], reason: '' },
    {
      place: "at the viewer's depth, followed",
      person: { ...NILS, followedByViewer: true },
      button: 'Unfollow',
      links: ['Message'],
      reason: '',
    },
    { place: 'above', person: memberAbove, button: 'Ascend to Follow', links: [], reason: '0.4 cm above you' },
    {
      place: 'above, followed',
      person: { ...memberAbove, followedByViewer: true },
      button: 'Unfollow',
      links: [],
      reason: '0.4 cm above you, so their profile is locked',
    },
  ])('offers one button for a member $place, with the reason for a lock', async ({ person, button, links, reason }) => {
    const api = emptyApi().on(contract.users.following, () => ({ users: [person], cursor: null }));
    renderApp(`/profile/${VIEWER.id}?tab=connections`, { api });
    const card = within(await findCard('Nils'));

    const buttons = card.getAllByRole('button');
    expect(buttons.map(({ textContent }) => textContent)).toEqual([button]);
    expect(buttons[0]?.getAttribute('aria-disabled')).toBe(button === 'Ascend to Follow' ? 'true' : null);
    expect(card.getAllByRole('link').map(({ textContent }) => textContent)).toEqual(['Nils', ...links]);
    expect(card.queryByText(/above you/)?.textContent ?? '').toBe(reason);
  });

  it('lets the viewer unfollow a member above, but not follow them again', async () => {
    const profile = { ...memberAbove, restricted: true as const, difference: 0.0039, followedByViewer: true };
    const api = emptyApi()
      .on(contract.users.profile, () => ({ profile }))
      .on(contract.users.unfollow, () => {
        profile.followedByViewer = false;
        return { following: false, followersCount: 0, followingCount: 0 };
      });
    const { user } = renderApp(`/profile/${NILS.id}`, { api });

    const button = await screen.findByRole('button', { name: 'Unfollow' });
    await user.click(button);
    await waitFor(() => expect(button.textContent).toBe('Ascend to Follow'));
    expect(document.activeElement).toBe(button);

    await user.click(button);
    expect(api.inputsOf(contract.users.follow)).toEqual([]);
    expect(api.inputsOf(contract.users.unfollow)).toHaveLength(1);
  });

  it('lists followers page by page, and focuses the first new follower', async () => {
    const api = emptyApi().on(contract.users.followers, ({ cursor }) =>
      cursor ? { users: [GWEN], cursor: null } : { users: [NILS], cursor: 'two' },
    );
    const { user } = renderApp(`/profile/${VIEWER.id}?tab=connections`, { api });
    const moreButton = await screen.findByRole('button', { name: 'Load more: followers' });

    await user.click(moreButton);
    await waitFor(() => expect(moreButton.isConnected).toBe(false));

    expect(document.activeElement).toBe(screen.getByRole('link', { name: 'Gwen' }));
  });
});

describe('own empty profile', () => {
  it('shows a loading text, then the empty tabs and the owner’s actions', async () => {
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

describe('profile', () => {
  it('shows the depth difference and links to payment for a member above', async () => {
    const { id, username, profilePicture } = NILS;
    const restrictedProfile = {
      id,
      username,
      profilePicture,
      depth: 0.03,
      followedByViewer: false,
      restricted: true as const,
      difference: 0.03,
    };

    renderApp(`/profile/${NILS.id}`, {
      api: emptyApi().on(contract.users.profile, () => ({ profile: restrictedProfile })),
    });
    await screen.findByRole('heading', { name: 'Restricted Content' });
    screen.getByText("You need to ascend higher in the ocean to view this user's content.");

    expect(screen.getByText(/^Depth difference:/).parentElement?.textContent).toContain('Depth difference: 3 cm');
    expect(screen.queryByRole('tab')).toBeNull();

    const main = within(screen.getByRole('main'));
    expect(main.getByRole('link', { name: 'Ascend Now' }).getAttribute('href')).toBe('/payments');
  });

  it.each([NILS.id, 'no%20id'])('shows an error and links to the dashboard for an unknown member (%s)', async (id) => {
    const api = emptyApi().fail(contract.users.profile, () =>
      apiError({ code: 'NotFound', params: { item: 'member' } }),
    );
    const { user } = renderApp(`/profile/${id}`, { api });
    await screen.findByText('User not found');

    await user.click(screen.getByRole('link', { name: 'Back to Dashboard' }));
    await screen.findByRole('heading', { name: 'Welcome, Wilma' });
  });

  it("shows another member's name and numbers, without owner actions", async () => {
    const nils = { ...NILS, depth: 0.03, contributedMB: 2.86 };
    const api = emptyApi().on(contract.users.profile, () => ({ profile: buildProfile(nils) }));
    renderApp(`/profile/${NILS.id}`, { api });
    await screen.findByRole('heading', { level: 1, name: 'Nils' });

    expect(readCount('MB contributed')).toBe('2.86');
    expect(document.querySelector('.profile-head__depth')?.textContent).toContain('0.03m · Fathom');
    for (const actionName of ['Edit Profile', 'Delete Account', 'Change profile photo']) {
      expect(screen.queryByText(actionName) ?? screen.queryByLabelText(actionName), actionName).toBeNull();
    }

    await screen.findByText('No posts yet');
  });

  it("shows a picture's thumbnail on its card", async () => {
    const thumbnail = '/renditions/nils/reef/320.webp?expires=1';
    const picture = sampleFile({ fileName: 'reef.png', contentType: 'image/png', media: { thumbnail } });
    const api = emptyApi().on(contract.files.listOfMember, () => ({ files: [picture], cursor: null }));

    renderApp(`/profile/${NILS.id}?tab=files`, { api });
    const card = await screen.findByRole('listitem', { name: 'reef.png' });

    expect(card.querySelector('img')?.getAttribute('src')).toBe(thumbnail);
  });
});

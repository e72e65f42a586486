// @vitest-environment happy-dom
import { screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { contract } from '../../../../shared/contract/contract.ts';
import type { Endpoint } from '../../../../shared/contract/endpoint.ts';
import { buildHttpRequest } from '../../../../shared/contract/http-request.ts';
import { emptyApi } from '../../test-support/empty-api.ts';
import { acceptLogIn, endSession, renderApp, returnToTab } from '../../test-support/render-app.tsx';
import { NILS, VIEWER } from '../../test-support/sample-data.ts';

/** A screen that loads data. */
interface Screen {
  readonly name: string;
  readonly path: string;
  readonly loads: Endpoint;
  /** The text shown while it loads. */
  readonly loading: string;
  /** The text shown when loading fails. */
  readonly failed: string;
  /** The CSS selector of the loaded content. */
  readonly content: string;
  /** The prompt shown when the session has ended. */
  readonly signIn: string;
}

const OWN_PROFILE = `/profile/${VIEWER.id}`;
const PROFILE_SIGN_IN = 'Please log in to view profiles';
const ME = { loads: contract.account.me, loading: 'Loading…', failed: 'Failed to load profile data' };

const SCREENS: readonly Screen[] = [
  {
    name: 'dashboard',
    path: '/dashboard',
    loads: contract.account.dashboard,
    loading: 'Loading…',
    failed: "Your dashboard couldn't be loaded.",
    content: '.dashboard',
    signIn: 'Please sign in to view your dashboard.',
  },
  {
    name: 'files',
    path: '/files?sort=size',
    loads: contract.files.list,
    loading: 'Loading files...',
    failed: 'Failed to fetch files: ',
    content: '.explorer__count, .explorer__empty',
    signIn: 'Please sign in to view files.',
  },
  {
    name: 'upload',
    path: '/upload',
    ...ME,
    content: '.uploader',
    signIn: 'Please sign in to upload files.',
  },
  {
    name: 'users',
    path: '/search?q=Nils',
    loads: contract.users.list,
    loading: 'Loading users...',
    failed: 'Failed to load users: ',
    content: '.person-card',
    signIn: 'Please sign in to find users.',
  },
  {
    name: 'posts',
    path: '/search?tab=posts',
    loads: contract.posts.list,
    loading: 'Loading posts...',
    failed: 'Failed to load posts: ',
    content: '.posts',
    signIn: 'Please sign in to find users.',
  },
  {
    name: 'profile',
    path: `/profile/${NILS.id}`,
    loads: contract.users.profile,
    loading: 'Loading profile...',
    failed: 'Failed to load profile data',
    content: '.tabs',
    signIn: PROFILE_SIGN_IN,
  },
  {
    name: 'profile-posts',
    path: OWN_PROFILE,
    loads: contract.posts.listOfMember,
    loading: 'Loading posts...',
    failed: 'Failed to load posts: ',
    content: '.posts__empty',
    signIn: PROFILE_SIGN_IN,
  },
  {
    name: 'profile-files',
    path: `${OWN_PROFILE}?tab=files`,
    loads: contract.files.listOfMember,
    loading: 'Loading files...',
    failed: 'Failed to fetch files: ',
    content: '.explorer__empty',
    signIn: PROFILE_SIGN_IN,
  },
  {
    name: 'profile-connections',
    path: `${OWN_PROFILE}?tab=connections`,
    loads: contract.users.followers,
    loading: 'Loading people...',
    failed: "This list couldn't be loaded.",
    content: '.connections',
    signIn: PROFILE_SIGN_IN,
  },
  {
    name: 'dive-log',
    path: `${OWN_PROFILE}?tab=dive-log`,
    loads: contract.account.depthLog,
    loading: 'Loading',
    failed: "couldn't be loaded",
    content: '.dive-log .prompt',
    signIn: PROFILE_SIGN_IN,
  },
  {
    name: 'edit-profile',
    path: '/edit-profile',
    ...ME,
    content: '.edit-profile',
    signIn: 'Please log in to edit your profile.',
  },
  {
    name: 'security',
    path: '/settings/security',
    loads: contract.credentials.signInSettings,
    loading: 'Loading your sign-in settings...',
    failed: "Your sign-in settings couldn't be loaded.",
    content: '.security',
    signIn: 'Please log in to change how you sign in.',
  },
  {
    name: 'payments',
    path: '/payments',
    ...ME,
    loading: 'Loading your profile...',
    content: '.purchase',
    signIn: 'Please log in to purchase depth and access more content.',
  },
  {
    name: 'inbox',
    path: '/messages',
    loads: contract.messages.conversations,
    loading: 'Loading...',
    failed: 'An error occurred while loading conversations',
    content: '.inbox, .inbox__empty',
    signIn: 'Please sign in to read your messages.',
  },
  {
    name: 'chat',
    path: `/messages/${NILS.id}`,
    loads: contract.messages.conversation,
    loading: 'Loading...',
    failed: "conversation couldn't be loaded",
    content: '.chat',
    signIn: 'Please sign in to read your messages.',
  },
];

const apiWithNils = () => emptyApi().on(contract.users.list, () => ({ users: [NILS], cursor: null }));

const findContent = ({ content }: Screen) =>
  waitFor(() => {
    const element = document.querySelector(content);
    expect(element).not.toBeNull();
    return element;
  });

const findSkeletons = ({ loading }: Screen) =>
  [...document.querySelectorAll('.skeleton[role=status]')].filter(({ textContent }) => textContent?.includes(loading));

describe('screens that load data', () => {
  it.each(SCREENS)(
    '$name shows a skeleton, an error when loading fails, and the content after a retry',
    async (tested) => {
      const workingApi = apiWithNils();
      const api = apiWithNils().fail(tested.loads);
      const release = api.hold(tested.loads);
      const { user } = renderApp(tested.path, { api });

      await waitFor(() => expect(findSkeletons(tested)[0]?.querySelector('.skeleton__shape')).toBeTruthy());
      release();
      const errorPanel = await waitFor(() => {
        const alert = screen.getAllByRole('alert').find(({ textContent }) => textContent?.includes(tested.failed));
        expect(alert).toBeDefined();
        return alert as HTMLElement;
      });
      const retry = within(errorPanel).getByRole('button', { name: 'Retry' });

      api.on(tested.loads, async (input) => {
        const url = new URL(`https://fathom.example/api${buildHttpRequest(tested.loads, input as never).path}`);
        return workingApi.respond(url, { method: tested.loads.method, body: tested.loads.body && JSON.stringify({}) });
      });
      retry.focus();
      await user.keyboard('{Enter}');
      await findContent(tested);
      await waitFor(() => expect(errorPanel.isConnected).toBe(false));
      await waitFor(() => expect(findSkeletons(tested)).toEqual([]));

      // Retry removes its button. The focus must move to the screen's heading, not to the top of the page.
      expect(document.activeElement).not.toBe(document.body);
    },
  );
});

describe('expired session', () => {
  it.each(SCREENS.filter(({ name }) => !/^(posts|profile-|dive)/.test(name)))(
    'prompts to sign in on $name and returns there after the login',
    async (tested) => {
      const api = apiWithNils();
      const { user, serveWith } = renderApp(tested.path, { api, pool: acceptLogIn });
      await findContent(tested);
      endSession(api);
      await waitFor(() => {
        returnToTab();
        screen.getByText(tested.signIn);
      });
      serveWith(apiWithNils());
      await user.click(screen.getByRole('link', { name: 'Log in' }));
      await user.type(await screen.findByLabelText('Email'), VIEWER.email);
      await user.type(screen.getByLabelText('Password'), 'second-dive-2');
      await user.click(screen.getByRole('button', { name: 'Log In' }));
      await findContent(tested);

      expect(location.pathname + location.search).toBe(tested.path);
    },
  );
});

describe('screens without data', () => {
  it.each([
    ['/files?q=no-such-file', 'No files found. Upload some files to get started!'],
    ['/search?q=no-such-user', 'No users found matching your criteria.'],
    ['/dashboard', 'No one at your depth or below has posted yet. Write the first post!'],
    ['/dashboard', 'No files found. Upload some files to get started!'],
    ['/dashboard', 'No one is within 100 metres of you yet.'],
    [OWN_PROFILE, 'No posts yet'],
    [`${OWN_PROFILE}?tab=files`, 'No files uploaded yet'],
    [`${OWN_PROFILE}?tab=connections`, 'No followers yet'],
    [`${OWN_PROFILE}?tab=dive-log`, 'Your dive log is empty.'],
    [`${OWN_PROFILE}?tab=dive-log`, 'Upload a file to add the first entry.'],
    ['/settings/security', 'No devices are listed yet.'],
    ['/messages', 'Start messaging users at your depth level or below!'],
    [`/messages/${NILS.id}`, 'This is the beginning of your conversation'],
  ])('%s shows: %s', async (path, text) => {
    renderApp(path);
    await screen.findByText((content) => content.includes(text));
  });
});

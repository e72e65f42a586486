// @vitest-environment happy-dom
/** Tests that a double click sends one request. */
import { act, screen, waitFor } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { contract } from '../../../../shared/contract/contract.ts';
import type { Endpoint } from '../../../../shared/contract/endpoint.ts';
import { toasts } from '../../platform/toasts.ts';
import { emptyApi } from '../../test-support/empty-api.ts';
import type { FakeApi } from '../../test-support/fake-api.ts';
import { acceptLogIn, renderApp } from '../../test-support/render-app.tsx';
import { NILS, SIGN_IN_SETTINGS, sampleFile, samplePost, VIEWER } from '../../test-support/sample-data.ts';

/** Clicks a button twice in one task, so that the page can't render between the clicks. */
async function clickTwice(name: string | RegExp): Promise<void> {
  // The last button with this name is that of an open dialog, if there is one.
  const button = (await screen.findAllByRole('button', { name })).at(-1)!;
  await act(async () => {
    button.click();
    button.click();
  });
}

const AUTHOR = { userId: VIEWER.id, username: VIEWER.username };
const COMMENT = {
  id: '01KAHQ3V7V8Z5T0F4M2S6R9XAB',
  ...AUTHOR,
  userProfilePic: '',
  userDepth: 0,
  text: 'Mine',
  createdAt: '2026-01-05T10:00:00.000Z',
};

const buildDashboardApi = (post: ReturnType<typeof samplePost>) =>
  emptyApi()
    .on(contract.account.dashboard, () => ({ profile: VIEWER, posts: [post], files: [], nearby: [] }))
    .on(contract.posts.listComments, () => ({ comments: [], cursor: null }));

interface Deletion {
  readonly item: string;
  readonly path: string;
  readonly buildApi: () => FakeApi;
  /** The name of the button that opens the dialog. */
  readonly openButtonName: string | RegExp;
  readonly endpoint: Endpoint;
  /** The text of the toast after the deletion. */
  readonly toastText: string;
}

const DELETIONS: readonly Deletion[] = [
  {
    item: 'post',
    path: '/dashboard',
    buildApi: () => {
      const api = buildDashboardApi(samplePost(AUTHOR));
      return api.on(contract.posts.delete, () => {
        api.on(contract.account.dashboard, () => ({ profile: VIEWER, posts: [], files: [], nearby: [] }));
        return {};
      });
    },
    openButtonName: /^Delete.*post/,
    endpoint: contract.posts.delete,
    toastText: 'Your post has been deleted.',
  },
  {
    item: 'comment',
    path: '/dashboard',
    buildApi: () =>
      buildDashboardApi(samplePost({ commentCount: 1, newestComment: COMMENT })).on(
        contract.posts.deleteComment,
        () => ({
          commentCount: 0,
        }),
      ),
    openButtonName: /^Delete.*comment/,
    endpoint: contract.posts.deleteComment,
    toastText: 'Your comment has been deleted.',
  },
  {
    item: 'file',
    path: '/files',
    buildApi: () =>
      emptyApi()
        .on(contract.files.list, () => ({ files: [sampleFile(AUTHOR)], lastKey: null, requestId: null }))
        .on(contract.files.delete, () => ({ depth: 0 })),
    openButtonName: /^Delete.*low\.txt/,
    endpoint: contract.files.delete,
    toastText: 'low.txt has been deleted.',
  },
];

describe('double click', () => {
  it.each(DELETIONS)(
    'deletes a $item with one request and one toast on a double click',
    async ({ path, buildApi, openButtonName, endpoint, toastText }) => {
      const { api, user } = renderApp(path, { api: buildApi() });
      await user.click(await screen.findByRole('button', { name: openButtonName }));
      await clickTwice('Delete');
      await waitFor(() => expect(toasts.value).not.toEqual([]));
      await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());

      expect(api.inputsOf(endpoint)).toHaveLength(1);
      expect(toasts.value).toHaveLength(1);
      expect(toasts.value[0]!.text).toBe(toastText);
    },
  );

  it('adds one test contribution on a double click', async () => {
    const profile = { ...VIEWER, contributedMB: 0.1, depth: 0.001 };
    const api = emptyApi().on(contract.account.testContribution, () => ({ profile }));
    renderApp('/dashboard', { api });
    await clickTwice(/0\.1 ?MB/);
    await waitFor(() => expect(api.inputsOf(contract.account.testContribution)).not.toEqual([]));
    await waitFor(() => screen.getByRole('button', { name: /0\.1 ?MB/ }));

    expect(api.inputsOf(contract.account.testContribution)).toHaveLength(1);
  });

  it('publishes one post on a double click', async () => {
    const api = emptyApi().on(contract.posts.create, () => ({ post: samplePost(AUTHOR) }));
    const { user } = renderApp('/dashboard', { api });
    await user.type(await screen.findByRole('textbox'), 'Ahoy');
    await clickTwice('Post');
    await waitFor(() => expect(toasts.value).not.toEqual([]));

    expect(api.inputsOf(contract.posts.create)).toHaveLength(1);
    expect(toasts.value).toHaveLength(1);
  });

  it('signs a device out with one request on a double click', async () => {
    const device = { id: 'd1', name: 'Firefox', createdAt: VIEWER.createdAt, lastUsedAt: VIEWER.createdAt };
    const api = emptyApi()
      .on(contract.credentials.signInSettings, () => ({ ...SIGN_IN_SETTINGS, devices: [device] }))
      .on(contract.credentials.forgetDevice, () => ({}));

    renderApp('/settings/security', { api });
    await clickTwice(/^Sign out Firefox/i);
    await waitFor(() => expect(api.inputsOf(contract.credentials.forgetDevice)).toHaveLength(1));
  });

  it('saves the profile once on a double click', async () => {
    const api = emptyApi().on(contract.account.updateProfile, () => ({ profile: VIEWER }));
    renderApp('/edit-profile', { api });
    await clickTwice('Save Changes');
    await waitFor(() => expect(api.inputsOf(contract.account.updateProfile)).not.toEqual([]));

    expect(api.inputsOf(contract.account.updateProfile)).toHaveLength(1);
  });

  it('logs in once on a double click', async () => {
    let attempts = 0;
    const { user } = renderApp('/login', {
      isSignedIn: false,
      pool: (operation, input) => {
        attempts += 1;
        return acceptLogIn(operation, input);
      },
    });

    await user.type(await screen.findByRole('textbox', { name: 'Email' }), VIEWER.email);
    await user.type(screen.getByLabelText('Password'), 'deep-blue-sea');
    await clickTwice('Log In');
    await screen.findByRole('heading', { name: 'Recent Activity' });

    expect(attempts).toBe(1);
  });

  it('loads the next page once on a double click', async () => {
    const api = emptyApi().on(contract.users.list, ({ cursor }) => ({
      users: [{ ...NILS, id: cursor ? '33333333-0000-4000-8000-000000000000' : NILS.id }],
      cursor: cursor ? null : 'next',
    }));

    renderApp('/search', { api });
    await clickTwice('Load More Users');
    await waitFor(() => expect(screen.queryByRole('button', { name: /Load/ })).toBeNull());

    expect(api.inputsOf(contract.users.list)).toHaveLength(2);
  });

  it('refreshes the files once on a double click', async () => {
    const api = emptyApi().on(contract.files.list, () => ({ files: [sampleFile()], lastKey: null, requestId: null }));
    renderApp('/files', { api });
    await screen.findByText('low.txt');
    await clickTwice('Refresh Files');
    await waitFor(() => expect(api.inputsOf(contract.files.list).length).toBeGreaterThan(1));
    await screen.findByText('low.txt');

    expect(api.inputsOf(contract.files.list)).toHaveLength(2);
  });
});

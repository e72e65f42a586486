// @vitest-environment happy-dom
/** Tests of a feed that refreshes while the member writes or is asked a question. */
import { act, screen, waitFor, within } from '@testing-library/react';
import { afterEach, describe, expect, it } from 'vitest';
import { contract } from '../../../../shared/contract/contract.ts';
import type { Post } from '../../../../shared/contract/posts.ts';
import { emptyApi } from '../../test-support/empty-api.ts';
import { apiError, type FakeApi } from '../../test-support/fake-api.ts';
import { renderApp, returnToTab } from '../../test-support/render-app.tsx';
import { samplePost, VIEWER } from '../../test-support/sample-data.ts';

afterEach(() => sessionStorage.clear());

const OWN_POST = samplePost({ id: 'own', userId: VIEWER.id, username: VIEWER.username, content: 'Ahoy' });
const NEWER_POST = samplePost({ id: 'newer', username: 'Theo', content: 'High tide at noon.' });

/** Makes the API serve a feed of these posts. */
const serveFeed = (api: FakeApi, ...posts: Post[]) => api.on(contract.posts.list, () => ({ posts, cursor: null }));
const findPost = (author: string) => screen.findByRole('article', { name: new RegExp(author), hidden: true });
const queryPost = (author: string) => screen.queryByRole('article', { name: new RegExp(author), hidden: true });

/** Shows the feed with the viewer's post. */
async function openFeed() {
  const app = renderApp('/search?tab=posts', { api: serveFeed(emptyApi(), OWN_POST) });
  return { ...app, card: await findPost(VIEWER.username) };
}

/** Refreshes the feed. Its page then has only a newer post. */
async function pushPostAway(api: FakeApi): Promise<void> {
  serveFeed(api, NEWER_POST);
  returnToTab();
  await findPost('Theo');
}

describe('feed of posts that refreshes', () => {
  it('keeps a post with an unsent comment when newer posts push it out of the feed', async () => {
    const { api, user, card } = await openFeed();
    const field = within(card).getByRole<HTMLTextAreaElement>('textbox');
    await user.type(field, 'Half a thought');
    act(() => field.blur());
    await pushPostAway(api);

    expect(field.isConnected).toBe(true);
    expect(field.value).toBe('Half a thought');
  });

  it('keeps the question before a deletion, and removes the post after the deletion', async () => {
    const { api, user, card } = await openFeed();
    // The post is already deleted in another tab, so the page removes the card as after its own deletion.
    api.fail(contract.posts.delete, () => apiError({ code: 'NotFound', params: { item: 'post' } }));
    await user.click(within(card).getByRole('button', { name: 'Delete your post' }));
    const dialog = await screen.findByRole('dialog');
    await pushPostAway(api);
    expect(dialog.isConnected).toBe(true);

    await user.click(within(dialog).getByRole('button', { name: 'Delete' }));

    await waitFor(() => expect(queryPost(VIEWER.username)).toBeNull());
  });

  it('removes a post that is not in use', async () => {
    const { api } = await openFeed();
    await pushPostAway(api);
    expect(queryPost(VIEWER.username)).toBeNull();
  });
});

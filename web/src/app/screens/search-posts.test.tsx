// @vitest-environment happy-dom
/** Tests of searching posts on screen. */
import { screen, waitFor } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { contract } from '../../../../shared/contract/contract.ts';
import { emptyApi } from '../../test-support/empty-api.ts';
import { apiError } from '../../test-support/fake-api.ts';
import { renderApp } from '../../test-support/render-app.tsx';
import { samplePost } from '../../test-support/sample-data.ts';

const REEF_POST = samplePost({ id: 'reef', username: 'Theo', content: 'High tide at the #reef.' });
const KELP_POST = samplePost({ id: 'kelp', username: 'Nils', content: 'A forest of kelp.' });

/** An API whose feed has both posts, and whose searches find the first one if they contain "reef". */
const serveFeed = () =>
  emptyApi().on(contract.posts.list, ({ q }) => ({
    posts: q === undefined ? [REEF_POST, KELP_POST] : [REEF_POST].filter(() => q.includes('reef')),
    cursor: null,
  }));

const findPost = (author: string) => screen.findByRole('article', { name: new RegExp(author) });
const queryPost = (author: string) => screen.queryByRole('article', { name: new RegExp(author) });
const getSearchField = () => screen.getByPlaceholderText<HTMLInputElement>('Search posts...');

describe('search of posts', () => {
  it('lists the whole feed, then the posts that the server finds when typing pauses', async () => {
    const { user } = renderApp('/search?tab=posts', { api: serveFeed() });
    await findPost('Nils');

    await user.type(getSearchField(), ' reef tide ');

    await waitFor(() => expect(queryPost('Nils')).toBeNull());
    await findPost('Theo');
    expect(await screen.findByText('1 post shown')).toBeTruthy();
  });

  it('searches for the text of the URL, and shows the whole feed after the text is cleared', async () => {
    const { api, user } = renderApp('/search?tab=posts&q=reef', { api: serveFeed() });
    await findPost('Theo');
    expect(getSearchField().value).toBe('reef');
    expect(api.inputsOf(contract.posts.list)).toMatchObject([{ q: 'reef' }]);

    await user.click(screen.getByRole('button', { name: 'Clear search' }));

    await findPost('Nils');
  });

  it('keeps the text when the member changes the tab', async () => {
    const { user } = renderApp('/search?q=reef', { api: serveFeed() });
    await screen.findByPlaceholderText('Search users...');

    await user.click(screen.getByRole('tab', { name: 'Posts' }));

    await findPost('Theo');
    expect(getSearchField().value).toBe('reef');
  });

  it('says that no post was found', async () => {
    renderApp('/search?tab=posts&q=whale', { api: serveFeed() });

    await screen.findByText('No posts found for “whale”.');
    screen.getByText('Try fewer words, or ascend to see more posts.');
  });

  it('offers to repeat a failed search', async () => {
    const api = serveFeed();
    api.fail(contract.posts.list, () => apiError({ code: 'Internal' }));
    const { user } = renderApp('/search?tab=posts&q=reef', { api });
    const retry = await screen.findByRole('button', { name: /again|retry/i });

    api.on(contract.posts.list, () => ({ posts: [REEF_POST], cursor: null }));
    await user.click(retry);

    await findPost('Theo');
  });
});

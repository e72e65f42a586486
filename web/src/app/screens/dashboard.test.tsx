// @vitest-environment happy-dom
import { screen, waitFor } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { contract } from '../../../../shared/contract/contract.ts';
import { emptyApi } from '../../test-support/empty-api.ts';
import { renderApp, returnToTab } from '../../test-support/render-app.tsx';
import { VIEWER } from '../../test-support/sample-data.ts';

const linkTarget = (name: string) => screen.getAllByRole('link', { name })[0]?.getAttribute('href');
const findDashboard = () => screen.findByRole('heading', { name: 'Recent Activity' });

describe('depth meter on the dashboard', () => {
  it('has four markers and links to upload and payment', async () => {
    renderApp('/dashboard');
    const meter = await screen.findByRole('meter', { name: 'Depth meter' });
    const markers = [...document.querySelectorAll('.depth-meter__marker')];
    expect(markers.map(({ textContent }) => textContent).toSorted()).toEqual(['11000m', '2500m', '5000m', '7500m']);
    const top = markers.find(({ textContent }) => textContent === '11000m');
    expect(top?.getAttribute('style')).toMatch(/^inset-block-end: 100%;?$/);
    expect(meter.getAttribute('aria-valuemax')).toBe('11000');
    expect(linkTarget('Upload Files')).toBe('/upload');
    expect(linkTarget('Ascend Faster')).toBe('/payments');
  });
});

describe('dashboard', () => {
  it('links to all posts, files, and users', async () => {
    renderApp('/dashboard');
    await findDashboard();
    expect(linkTarget('View more posts')).toBe('/search?tab=posts');
    expect(linkTarget('Explore all files')).toBe('/files');
    expect(linkTarget('Find More')).toBe('/search');
    expect(linkTarget('Upload Files')).toBe('/upload');
  });

  it('shows the error when loading fails', async () => {
    renderApp('/dashboard', { api: emptyApi().fail(contract.account.dashboard) });
    await screen.findByText((text) => text.includes("Your dashboard couldn't be loaded. Couldn't reach Fathom."));
  });

  it('keeps the old data when a refresh fails, with a notice and a Retry button', async () => {
    const { api, user } = renderApp('/dashboard');
    await findDashboard();
    api.fail(contract.account.dashboard);
    returnToTab();
    const notice = await screen.findByText((text) => text.includes('What you see may be out of date.'));
    await findDashboard();
    api.on(contract.account.dashboard, () => ({ profile: VIEWER, posts: [], files: [], nearby: [] }));
    await user.click(screen.getByRole('button', { name: 'Retry' }));
    await waitFor(() => expect(notice.isConnected).toBe(false));
  });
});

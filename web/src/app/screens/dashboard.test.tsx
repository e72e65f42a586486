// @vitest-environment happy-dom
import { screen, waitFor } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { contract } from '../../../../shared/contract/contract.ts';
import { emptyApi } from '../../test-support/empty-api.ts';
import { renderApp, returnToTab } from '../../test-support/render-app.tsx';
import { VIEWER } from '../../test-support/sample-data.ts';

const pathOf = (name: string) => screen.getAllByRole('link', { name })[0]?.getAttribute('href');
const findDashboard = () => screen.findByRole('heading', { name: 'Recent Activity' });

describe('the depth meter', () => {
  it('has its four markers, and leads to both ways up', async () => {
    renderApp('/dashboard');
    const meter = await screen.findByRole('meter', { name: 'Depth meter' });
    const markers = [...document.querySelectorAll('.depth-meter__marker')];
    expect(markers.map(({ textContent }) => textContent).toSorted()).toEqual(['11000m', '2500m', '5000m', '7500m']);
    const top = markers.find(({ textContent }) => textContent === '11000m');
    expect(top?.getAttribute('style')).toMatch(/^inset-block-end: 100%;?$/);
    expect(meter.getAttribute('aria-valuemax')).toBe('11000');
    expect(pathOf('Upload Files')).toBe('/upload');
    expect(pathOf('Ascend Faster')).toBe('/payments');
  });
});

describe('the dashboard', () => {
  it('leads to where there is more', async () => {
    renderApp('/dashboard');
    await findDashboard();
    expect(pathOf('View more posts')).toBe('/search?tab=posts');
    expect(pathOf('Explore all files')).toBe('/files');
    expect(pathOf('Find More')).toBe('/search');
    expect(pathOf('Upload Files')).toBe('/upload');
  });

  it('says why it could not be loaded', async () => {
    renderApp('/dashboard', { api: emptyApi().fail(contract.account.dashboard) });
    await screen.findByText((text) => text.includes('Your dashboard could not be loaded. Fathom cannot be reached.'));
  });

  it('keeps what it has when it cannot be renewed, and says so', async () => {
    const { api, user } = renderApp('/dashboard');
    await findDashboard();
    api.fail(contract.account.dashboard);
    returnToTab();
    const outdated = await screen.findByText((text) => text.includes('What you see may be out of date.'));
    await findDashboard();
    api.on(contract.account.dashboard, () => ({ profile: VIEWER, posts: [], files: [], nearby: [] }));
    await user.click(screen.getByRole('button', { name: 'Retry' }));
    await waitFor(() => expect(outdated.isConnected).toBe(false));
  });
});

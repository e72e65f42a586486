// @vitest-environment happy-dom
/** Tests of the navigation bar, the menu, and the member's depth in it. */
import { screen, waitFor } from '@testing-library/react';
import { describe, expect, it, onTestFinished } from 'vitest';
import { contract } from '../../../../shared/contract/contract.ts';
import { ZONE_LABELS } from '../../../../shared/rules/zones.ts';
import { CREATURES } from '../../ocean/creatures-cast.ts';
import { setDimmed } from '../../ocean/dimmed.ts';
import { emptyApi } from '../../test-support/empty-api.ts';
import { renderApp } from '../../test-support/render-app.tsx';
import { buildProfile, VIEWER } from '../../test-support/sample-data.ts';

/** Returns the text and the address of each link in the bar. */
const readLinks = () =>
  [...document.querySelectorAll('.navigation__links a')].map((link) => [
    link.textContent?.trim(),
    link.getAttribute('href'),
  ]);

/** Builds an API in which the viewer has this depth, in metres. */
const buildApiAt = (depth: number) =>
  emptyApi()
    .on(contract.account.me, () => ({ profile: { ...VIEWER, depth } }))
    .on(contract.users.profile, () => ({ profile: buildProfile({ ...VIEWER, depth }) }));

describe('navigation bar', () => {
  it('shows two links to visitors', async () => {
    renderApp('/', { isSignedIn: false });
    await screen.findByRole('heading', { level: 1 });

    expect(readLinks()).toEqual([
      ['Login', '/login'],
      ['Register', '/register'],
    ]);
  });

  it('shows members links to all sections, and a bar with their depth', async () => {
    renderApp('/upload', { api: buildApiAt(2500) });
    await screen.findByText('Depth: 2500.00m');

    // 2500 m of 10,000 m.
    const bar = document.querySelector('.depth-indicator__bar span');
    expect(bar?.getAttribute('style')).toMatch(/^inline-size: 25%;?$/);

    expect(readLinks()).toEqual([
      ['Dashboard', '/dashboard'],
      ['Files', '/files'],
      ['Upload', '/upload'],
      ['Messages', '/messages'],
      ['Ascend', '/payments'],
    ]);
    expect(screen.getByRole('link', { name: 'Search' }).getAttribute('href')).toBe('/search');
    screen.getByRole('button', { name: 'Notifications' });
  });

  it('offers a menu with profile, dive log, settings, and logout', async () => {
    renderApp('/upload');
    await screen.findByText('Depth: 0.00m');

    const menu = document.getElementById('member-menu');
    const items = [...(menu?.querySelectorAll('a, button') ?? [])];
    expect(items.map((item) => [item.textContent, item.getAttribute('href')])).toEqual([
      // The style sheet hides this item in wide windows, where the bar shows it.
      ['Ascend', '/payments'],
      ['Profile', `/profile/${VIEWER.id}`],
      ['Dive log', `/profile/${VIEWER.id}?tab=dive-log`],
      ['Edit profile', '/edit-profile'],
      ['Sign-in and security', '/settings/security'],
      ['Logout', null],
    ]);
    expect(screen.getByRole('button', { name: 'Menu' }).getAttribute('popovertarget')).toBe('member-menu');
  });

  it('dims a bright page, and brightens it again', async () => {
    const { user } = renderApp('/upload', { api: buildApiAt(1000) });
    onTestFinished(() => setDimmed(false));
    const dimSwitch = await screen.findByRole('switch', { name: 'Dim the light' });

    const readScheme = () => document.querySelector('.page')?.getAttribute('data-scheme');
    expect([dimSwitch.getAttribute('aria-checked'), readScheme()]).toEqual(['false', 'day']);

    await user.click(dimSwitch);
    expect([dimSwitch.getAttribute('aria-checked'), readScheme()]).toEqual(['true', 'night']);

    await user.click(dimSwitch);
    expect(readScheme()).toBe('day');
  });

  it('offers no switch for the light at a depth where the page is dark', async () => {
    renderApp('/upload', { api: buildApiAt(999.99) });
    await screen.findByText('Depth: 999.99m');
    expect(screen.queryByRole('switch')).toBeNull();
  });

  it.each([
    [99.99, 'Fathom'],
    [100, 'Mid-Ocean'],
    [1000, 'Shallow Waters'],
    [10_000, 'Surface'],
  ])('shows the layer of %d m: %s', async (depth, layer) => {
    renderApp('/upload', { api: buildApiAt(depth) });
    const indicator = await screen.findByRole('meter', { name: 'Your depth' });
    expect(indicator.querySelector('.depth-indicator__layer')?.textContent).toBe(layer);
  });

  it('shows a depth above 10,000 m as a full bar with the exact number', async () => {
    renderApp('/files', { api: buildApiAt(30_000) });
    const indicator = await screen.findByRole('meter', { name: 'Your depth' });
    await waitFor(() => expect(indicator.getAttribute('aria-valuetext')).toBe('Depth: 30000.00m, Surface'));
    expect(indicator.getAttribute('aria-valuenow')).toBe('10000');
  });
});

it('each zone of 10 m has its own colours and creatures', async () => {
  const waterColours = new Set<string>();

  for (const level of ZONE_LABELS.keys()) {
    const middleOfZone = level * 10 + 5;
    const { unmount } = renderApp(`/profile/${VIEWER.id}`, { api: buildApiAt(middleOfZone) });
    await waitFor(() => expect(document.querySelector(`.page[data-zone="${level}"]`)).not.toBeNull());

    for (const name of CREATURES[level]!) {
      await waitFor(() => expect(document.querySelector(`[data-creature="${name}"]`)).not.toBeNull());
    }

    waterColours.add(document.querySelector('.page')?.getAttribute('style') ?? '');
    unmount();
  }

  expect(waterColours.size).toBe(ZONE_LABELS.length);
});

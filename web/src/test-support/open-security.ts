import { screen, within } from '@testing-library/react';
import { contract } from '../../../shared/contract/contract.ts';
import { emptyApi } from './empty-api.ts';
import type { FakeApi } from './fake-api.ts';
import { type PoolResponder, renderApp } from './render-app.tsx';
import { SIGN_IN_SETTINGS } from './sample-data.ts';

/**
 * Builds an API that serves the viewer's sign-in settings: the defaults, with these changes.
 *
 * @returns the API, and the settings that it serves. The responders of other endpoints may change the settings.
 */
export function buildSecurityApi(changedSettings: Partial<typeof SIGN_IN_SETTINGS> = {}) {
  const settings = { ...SIGN_IN_SETTINGS, ...changedSettings };
  return { settings, api: emptyApi().on(contract.credentials.signInSettings, () => ({ ...settings })) };
}

/** Opens the security page, and returns queries for the elements in the section with this heading. */
export async function openSecurity(sectionName: string, api: FakeApi, pool?: PoolResponder) {
  const { user } = renderApp('/settings/security', { api, ...(pool && { pool }) });
  const section = await screen.findByRole('region', { name: sectionName });
  return { user, section: within(section) };
}

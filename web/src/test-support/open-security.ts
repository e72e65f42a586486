import { screen, waitFor, within } from '@testing-library/react';
import type { UserEvent } from '@testing-library/user-event';
import { expect } from 'vitest';
import { contract } from '../../../shared/contract/contract.ts';
import { emptyApi } from './empty-api.ts';
import type { FakeApi } from './fake-api.ts';
import { type PoolResponder, renderApp } from './render-app.tsx';
import { SIGN_IN_SETTINGS } from './sample-data.ts';

/** Builds an API with these settings. Its endpoints may change the returned object. */
export function buildSecurityApi(changes: Partial<typeof SIGN_IN_SETTINGS> = {}) {
  const settings = { ...SIGN_IN_SETTINGS, ...changes };
  return { settings, api: emptyApi().on(contract.credentials.signInSettings, () => ({ ...settings })) };
}

/** Opens the security page, and returns queries for the elements in one of its sections. */
export async function openSecurity(name: string, api: FakeApi, pool?: PoolResponder) {
  const { user } = renderApp('/settings/security', { api, ...(pool && { pool }) });
  const section = await screen.findByRole('region', { name });
  return { user, section: within(section) };
}

/** Waits until an element has the focus. */
export const waitForFocus = (element: HTMLElement) => waitFor(() => expect(document.activeElement).toBe(element));

/** Replaces the text of a field and submits its form. */
export async function resubmit(user: UserEvent, field: HTMLElement, text: string): Promise<void> {
  await user.clear(field);
  await user.type(field, `${text}{Enter}`);
}

// @vitest-environment happy-dom
/** Tests of a preview that stays open while the dashboard refreshes. */
import { act, screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { contract } from '../../../../shared/contract/contract.ts';
import { emitProductEvent } from '../../platform/product-events.ts';
import { emptyApi } from '../../test-support/empty-api.ts';
import { renderApp, returnToTab } from '../../test-support/render-app.tsx';
import { sampleFile } from '../../test-support/sample-data.ts';
import { serveDashboard } from '../../test-support/serve-dashboard.ts';

describe('preview of a file on the dashboard', () => {
  async function openPreview() {
    // Only responses to `ids` repeat the ID in another field; the dashboard's files have it as their key.
    const file = sampleFile({ id: undefined });
    const api = serveDashboard(emptyApi(), { files: [file] });
    api.on(contract.files.view, () => ({ url: file.url, views: 1 }) as never);
    const page = renderApp('/dashboard', { api });
    await page.user.click(await screen.findByRole('button', { name: 'Preview low.txt' }));
    await screen.findByRole('dialog', { name: 'low.txt' });

    return { ...page, file };
  }

  const queryDialog = () => screen.queryByRole('dialog', { name: 'low.txt' });

  it('keeps the preview of a file open when a newer file pushes its card away', async () => {
    const { api, user } = await openPreview();
    serveDashboard(api, { files: [sampleFile({ key: 'users/theo/high.txt', fileName: 'high.txt' })] });
    returnToTab();
    await screen.findByRole('button', { name: 'Preview high.txt', hidden: true });

    expect(queryDialog()).not.toBeNull();

    await user.click(screen.getByRole('button', { name: 'Previous file' }));
    await screen.findByRole('dialog', { name: 'high.txt' });
  });

  it('closes the preview of a file for good when the file is deleted', async () => {
    const { file, api } = await openPreview();
    act(() => emitProductEvent('fileDeleted', { fileId: file.key, depth: 0 }));
    await waitFor(() => expect(queryDialog()).toBeNull());

    serveDashboard(api, { files: [file] });
    returnToTab();
    await screen.findByRole('button', { name: 'Preview low.txt' });

    expect(queryDialog()).toBeNull();
  });
});

it('shows the whole description of a file without a preview', async () => {
  const description = 'Photos from cameras in the lost box.\nAre they yours?';
  const file = sampleFile({ fileName: 'lost.zip', contentType: 'application/zip', description });
  const { user } = renderApp('/dashboard', { api: serveDashboard(emptyApi(), { files: [file] }) });

  await user.click(await screen.findByRole('button', { name: 'Details of lost.zip' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'lost.zip' }));
  expect(dialog.getByText(/^Photos from/).textContent).toBe(description);

  await user.click(dialog.getByRole('button', { name: 'Close' }));
  expect(screen.queryByRole('dialog')).toBeNull();
});

it('says in the details that a file is being checked, until the check ends', async () => {
  const { scanning, ...checkedFile } = sampleFile({
    fileName: 'lost.zip',
    contentType: 'application/zip',
    scanning: true,
  });
  const api = serveDashboard(emptyApi(), { files: [{ ...checkedFile, scanning }] });
  const { user } = renderApp('/dashboard', { api });

  await user.click(await screen.findByRole('button', { name: 'Details of lost.zip' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'lost.zip' }));
  dialog.getByText('Being checked. Opens in a moment.');

  api.on(contract.files.list, () => ({ files: [checkedFile], lastKey: null, requestId: null }));
  await waitFor(() => expect(dialog.queryByText(/Being checked/)).toBeNull());
});

// @vitest-environment happy-dom
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { contract } from '../../../../shared/contract/contract.ts';
import { emptyApi } from '../../test-support/empty-api.ts';
import { apiError, type FakeApi } from '../../test-support/fake-api.ts';
import { renderApp } from '../../test-support/render-app.tsx';
import { sampleFile, VIEWER } from '../../test-support/sample-data.ts';

beforeEach(() => sessionStorage.clear());
afterEach(() => sessionStorage.clear());

/** Larger than the 500 MB that a browser without a file picker can save at once. */
const TOO_LARGE_BYTES = 501 * 1024 * 1024;

const OWN_FILE = sampleFile({ key: 'own', fileName: 'own.txt', userId: VIEWER.id, size: TOO_LARGE_BYTES });

/** Returns an API that lists the viewer's own file. */
function serveOwnFile(): FakeApi {
  return emptyApi().on(contract.files.list, () => ({ files: [OWN_FILE], lastKey: null, requestId: null }));
}

describe('the dialog that edits a file', () => {
  /** Opens the dialog, and returns its field for the description. */
  async function openDescription(): Promise<HTMLTextAreaElement> {
    fireEvent.click(await screen.findByRole('button', { name: 'Edit own.txt' }));
    return screen.findByLabelText<HTMLTextAreaElement>('Description');
  }

  it('keeps the typed text when it is canceled during a save that fails afterwards', async () => {
    const api = serveOwnFile().fail(contract.files.edit, () =>
      apiError({ code: 'NotFound', params: { item: 'file' } }),
    );
    const failSave = api.hold(contract.files.edit);
    const { user } = renderApp('/files', { api });

    const field = await openDescription();
    await user.clear(field);
    await user.type(field, 'Half a thought');
    await user.click(screen.getByRole('button', { name: 'Save Changes' }));
    await user.click(screen.getByRole('button', { name: 'Cancel' }));
    failSave();

    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect((await openDescription()).value).toBe('Half a thought');
  });

  it('discards the typed text when it is canceled and nothing is being saved', async () => {
    const { user } = renderApp('/files', { api: serveOwnFile() });

    await user.type(await openDescription(), 'Half a thought');
    await user.click(screen.getByRole('button', { name: 'Cancel' }));

    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect((await openDescription()).value).toBe(OWN_FILE.description);
  });
});

describe('the bar of selected files', () => {
  it('removes the problem of a zip archive when another action starts', async () => {
    const api = serveOwnFile().on(contract.files.like, () => ({ liked: true, likeCount: 1 }));
    const { user } = renderApp('/files', { api });
    await user.click(await screen.findByRole('button', { name: 'Select' }));
    await user.click(await screen.findByRole('checkbox', { name: 'Select own.txt' }));
    const bar = await screen.findByRole('region', { name: 'Selected files' });

    await user.click(within(bar).getByRole('button', { name: 'Download as zip' }));
    await within(bar).findByText(/The archive couldn't be saved/);

    await user.click(within(bar).getByRole('button', { name: 'Like' }));
    await waitFor(() => expect(within(bar).queryByText(/The archive couldn't be saved/)).toBeNull());
  });
});

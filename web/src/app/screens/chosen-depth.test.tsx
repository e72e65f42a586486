// @vitest-environment happy-dom
/**
 * Tests of the field with which an author chooses a depth for a file or post, up to their own. See
 * docs/product.md#visibility.
 */
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import type { UserEvent } from '@testing-library/user-event';
import { describe, expect, it, vi } from 'vitest';
import { contract } from '../../../../shared/contract/contract.ts';
import type { ListedFile } from '../../../../shared/contract/files.ts';
import { putFile } from '../../platform/pictures/put-file.ts';
import { emptyApi } from '../../test-support/empty-api.ts';
import { apiError, type FakeApi } from '../../test-support/fake-api.ts';
import { renderApp } from '../../test-support/render-app.tsx';
import { sampleFile, samplePost, VIEWER } from '../../test-support/sample-data.ts';

vi.mock('../../platform/pictures/put-file.ts', async (importOriginal) => ({
  ...(await importOriginal<object>()),
  putFile: vi.fn(async () => {}),
}));

const LABEL = 'Visible from depth (m)';
/** The own depth of the viewer, in metres. */
const OWN_DEPTH = 123.456;
const PROBLEM = 'Choose 0 to 123.46 m.';

/** Returns an API whose viewer is at a depth. */
function buildApi(depth = OWN_DEPTH): FakeApi {
  const profile = { ...VIEWER, depth };
  return emptyApi()
    .on(contract.account.me, () => ({ profile }))
    .on(contract.account.dashboard, () => ({ profile, posts: [], files: [], nearby: [] }));
}

const findDepthField = () => screen.findByLabelText<HTMLInputElement>(LABEL);

async function replaceText(user: UserEvent, field: HTMLElement, text: string): Promise<void> {
  await user.clear(field);
  await user.type(field, text);
}

describe('composer with a depth', () => {
  /** Renders the dashboard, and types a post. Publishing succeeds at the chosen depth. */
  async function writePost(depth?: number) {
    const api = buildApi(depth).on(contract.posts.create, ({ content, depth: chosenDepth = OWN_DEPTH }) => ({
      post: samplePost({ userId: VIEWER.id, username: VIEWER.username, content, userDepth: chosenDepth }),
    }));
    const app = renderApp('/dashboard', { api });
    await app.user.type(await screen.findByRole('textbox', { name: 'Your post' }), 'Ahoy');
    const getPostButton = () => screen.getByRole<HTMLButtonElement>('button', { name: 'Post' });

    return { ...app, getPostButton };
  }

  it('publishes at the chosen depth, names it in the toast, and starts the next post without a choice', async () => {
    const { api, user, getPostButton } = await writePost();
    await user.type(await findDepthField(), '1,5');
    await user.click(getPostButton());
    await screen.findByText('Your post has been published at 1.50m.');

    expect(api.inputsOf(contract.posts.create)).toMatchObject([{ content: 'Ahoy', depth: 1.5 }]);
    expect((await findDepthField()).value).toBe('');
  });

  it('sends no depth by default', async () => {
    const { api, user, getPostButton } = await writePost();
    expect((await findDepthField()).placeholder).toBe('Your depth: 123.46');
    await user.click(getPostButton());
    await screen.findByText('Your post has been published.');

    expect(api.inputsOf(contract.posts.create)[0]).not.toHaveProperty('depth');
  });

  it('publishes nothing until the depth is valid', async () => {
    const { api, user, getPostButton } = await writePost();
    const field = await findDepthField();
    await user.type(field, '123.47');
    screen.getByText(PROBLEM);
    expect(field.getAttribute('aria-invalid')).toBe('true');
    expect(getPostButton().disabled).toBe(true);
    await user.type(screen.getByRole('textbox', { name: 'Your post' }), '{Control>}{Enter}{/Control}');
    expect(api.inputsOf(contract.posts.create)).toEqual([]);

    await replaceText(user, field, '123.46');
    expect(screen.queryByText(PROBLEM)).toBeNull();
    expect(getPostButton().disabled).toBe(false);
  });

  it('publishes at the exact own depth if the depth is typed as the page shows it', async () => {
    const { api, user, getPostButton } = await writePost();
    await user.type(await findDepthField(), '123.46');
    await user.click(getPostButton());
    await screen.findByText(/^Your post has been published/);

    expect(api.inputsOf(contract.posts.create)).toMatchObject([{ depth: OWN_DEPTH }]);
  });

  it('keeps the typed depth and shows why the server refuses it', async () => {
    const { api, user, getPostButton } = await writePost();
    const params = { reason: 'field', path: ['depth'], rule: 'max', limit: 3 } as const;
    api.fail(contract.posts.create, () => apiError({ code: 'InvalidInput', params }));
    await user.type(await findDepthField(), '7');
    await user.click(getPostButton());

    await screen.findByText((text) => text.includes('Depth must be at most 3.'));
    expect((await findDepthField()).value).toBe('7');
  });

  it('offers no choice to a member at 0 m', async () => {
    const { getPostButton } = await writePost(0);
    getPostButton();
    expect(screen.queryByLabelText(LABEL)).toBeNull();
  });
});

describe('upload with a depth', () => {
  /** Renders the upload screen, and chooses text files with these names. Uploads succeed. */
  async function chooseFiles(...names: string[]) {
    const api = buildApi()
      .on(contract.files.findCopy, () => ({ held: false }))
      .on(contract.files.upload, ({ fileName }) => ({
        presignedUrl: 'https://s3.example',
        headers: {},
        fileId: fileName,
        publicUrl: null,
      }))
      .on(contract.files.saveMetadata, ({ fileId, fileName = '', description = '', depth = OWN_DEPTH }) => ({
        file: sampleFile({ key: fileId, userId: VIEWER.id, fileName, description, userDepth: depth }),
        depth: OWN_DEPTH,
      }));
    const app = renderApp('/upload', { api });

    const input = await screen.findByLabelText(/drop/i, { selector: 'input[type=file]' });
    const files = names.map((name) => new File([name], name, { type: 'text/plain' }));
    fireEvent.change(input, { target: { files } });

    return app;
  }

  it('says in the guidelines that a lower depth can be chosen', async () => {
    await chooseFiles('a.txt');

    screen.getByText('Members at your current depth or above can see your file, unless you choose a lower depth.');
  });

  it('saves the file at the chosen depth, and sends nothing until the depth is valid', async () => {
    const { api, user } = await chooseFiles('reef.txt');
    const field = await findDepthField();
    await user.type(field, 'deep');
    await user.click(screen.getByRole('button', { name: 'Upload File' }));
    screen.getByText(PROBLEM);
    expect(putFile).not.toHaveBeenCalled();

    await replaceText(user, field, '0');
    await user.click(screen.getByRole('button', { name: 'Upload File' }));
    await screen.findByText(/^reef\.txt is shared\./);

    expect(api.inputsOf(contract.files.saveMetadata)).toMatchObject([{ fileName: 'reef.txt', depth: 0 }]);
    expect(api.inputsOf(contract.files.edit)).toEqual([]);
  });

  it('saves each of several files at its own depth, and holds back only a file with an invalid depth', async () => {
    const { api, user } = await chooseFiles('reef.txt', 'kelp.txt');
    await user.click(await screen.findByRole('button', { name: 'Details of reef.txt' }));
    await user.type(await findDepthField(), '500');
    await user.click(screen.getByRole('button', { name: 'Details of reef.txt' }));
    await user.click(screen.getByRole('button', { name: 'Upload 2 Files' }));
    await waitFor(() => expect(api.inputsOf(contract.files.saveMetadata)).toMatchObject([{ fileName: 'kelp.txt' }]));
    expect(api.inputsOf(contract.files.saveMetadata)[0]).not.toHaveProperty('depth');

    const row = within(screen.getByRole('listitem', { name: 'reef.txt' }));
    row.getByText(PROBLEM);
    await user.click(row.getByRole('button', { name: 'Details of reef.txt' }));
    await replaceText(user, await findDepthField(), '50');
    await user.click(screen.getByRole('button', { name: 'Upload File' }));

    await waitFor(() =>
      expect(api.inputsOf(contract.files.saveMetadata).at(-1)).toMatchObject({ fileName: 'reef.txt', depth: 50 }),
    );
  });
});

describe('dialog that edits the depth of a file', () => {
  /** Opens the dialog that edits a file at a depth in metres. Saving succeeds. */
  async function openDialog(userDepth: number, ownDepth = OWN_DEPTH) {
    const file = sampleFile({ key: 'own', fileName: 'reef.txt', userId: VIEWER.id, userDepth });
    const api = buildApi(ownDepth)
      .on(contract.files.list, () => ({ files: [file], lastKey: null, requestId: null }))
      .on(contract.files.edit, ({ fileId: _, depth = userDepth, ...changes }) => ({
        file: { ...file, ...changes, userDepth: depth } as ListedFile,
      }));
    const app = renderApp('/files', { api });
    await app.user.click(await screen.findByRole('button', { name: 'Edit reef.txt' }));
    const field = await findDepthField();
    const save = () => app.user.click(screen.getByRole('button', { name: 'Save Changes' }));

    return { ...app, field, save };
  }

  it('sends a changed depth, and shows it on the card', async () => {
    const { api, user, field, save } = await openDialog(20.5);
    expect(field.value).toBe('20.5');
    await replaceText(user, field, '3');
    await save();
    await screen.findByText('visible from 3.00m');

    expect(api.inputsOf(contract.files.edit)).toEqual([{ userId: VIEWER.id, fileId: 'own', depth: 3 }]);
  });

  it.each(['20.50', ' '])('sends no depth if the field has "%s"', async (text) => {
    const { api, user, field, save } = await openDialog(20.5);
    await replaceText(user, field, text);
    await save();
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());

    expect(api.inputsOf(contract.files.edit)).toEqual([]);
  });

  it('keeps a file above the own depth where it is, but moves none there', async () => {
    const { api, user, field, save } = await openDialog(500);
    expect(screen.queryByText(PROBLEM)).toBeNull();

    await replaceText(user, field, '499');
    screen.getByText(PROBLEM);
    await save();
    expect(api.inputsOf(contract.files.edit)).toEqual([]);

    await replaceText(user, field, '500');
    await user.type(screen.getByLabelText('Description'), 'A reef.');
    await save();
    await screen.findByText('reef.txt has been saved.');

    expect(api.inputsOf(contract.files.edit)).toEqual([{ userId: VIEWER.id, fileId: 'own', description: 'A reef.' }]);
  });

  it.each([0, -2])('lets a member at %d m lower a file to 0 m', async (ownDepth) => {
    const { api, user, field, save } = await openDialog(20.5, ownDepth);
    await replaceText(user, field, '1');
    screen.getByText('Choose 0 m.');

    await replaceText(user, field, '0');
    await save();
    await screen.findByText('visible from 0.00m');

    expect(api.inputsOf(contract.files.edit)).toEqual([{ userId: VIEWER.id, fileId: 'own', depth: 0 }]);
  });

  it('restores the typed depth after it was closed', async () => {
    const { user, field } = await openDialog(20.5);
    await replaceText(user, field, '3,');
    screen.getByRole<HTMLDialogElement>('dialog').close();
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());

    await user.click(screen.getByRole('button', { name: 'Edit reef.txt' }));
    expect((await findDepthField()).value).toBe('3,');
  });
});

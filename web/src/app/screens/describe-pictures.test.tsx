// @vitest-environment happy-dom
import { screen, within } from '@testing-library/react';
import { expect, it, vi } from 'vitest';
import { contract } from '../../../../shared/contract/contract.ts';
import { emptyApi } from '../../test-support/empty-api.ts';
import { renderApp } from '../../test-support/render-app.tsx';
import { sampleFile } from '../../test-support/sample-data.ts';

// Replaces the upload of the bytes, because happy-dom has no storage to send them to.
vi.mock('../../platform/pictures/put-file.ts', async (importOriginal) => ({
  ...(await importOriginal<typeof import('../../platform/pictures/put-file.ts')>()),
  putFile: async () => {},
}));

/** The bytes at the start of a PNG. The page sends no picture without them. */
const PNG_SIGNATURE = Uint8Array.of(0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a);

const PICTURE_NAMES = ['a.png', 'b.png', 'c.png'];

const buildApi = () =>
  emptyApi()
    .on(contract.files.findCopy, () => ({ held: false }))
    .on(contract.files.upload, ({ fileName }) => ({
      fileId: fileName,
      presignedUrl: 'https://storage.example/put',
      headers: {},
      publicUrl: null,
    }))
    .on(contract.files.saveMetadata, ({ fileId }) => ({ file: sampleFile({ key: fileId }), depth: 2 }));

it('the upload screen sends each picture with its own description', async () => {
  const { user, api } = renderApp('/upload', { api: buildApi() });
  const input = await screen.findByLabelText<HTMLInputElement>(/Drag & drop/);
  await user.upload(
    input,
    PICTURE_NAMES.map((name) => new File([PNG_SIGNATURE, name], name, { type: 'image/png' })),
  );

  // Describes the first and the last picture. The file of each has its name as its ID.
  for (const name of ['a.png', 'c.png']) {
    const row = within(await screen.findByRole('listitem', { name }));
    await user.click(row.getByRole('button', { name: `Describe the picture ${name}` }));
    await user.keyboard(` Kelp in ${name} `);
  }
  await user.click(screen.getByRole('button', { name: 'Upload 3 Files' }));
  await screen.findByRole('heading', { name: '3 files are shared.' });

  const savedInputs = api.inputsOf(contract.files.saveMetadata);
  expect(Object.fromEntries(savedInputs.map(({ fileId, altText }) => [fileId, altText]))).toEqual({
    'a.png': 'Kelp in a.png',
    'b.png': '',
    'c.png': 'Kelp in c.png',
  });
});

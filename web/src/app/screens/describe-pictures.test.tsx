// @vitest-environment happy-dom
import { screen, within } from '@testing-library/react';
import { expect, it, vi } from 'vitest';
import { contract } from '../../../../shared/contract/contract.ts';
import { emptyApi } from '../../test-support/empty-api.ts';
import { renderApp } from '../../test-support/render-app.tsx';
import { sampleFile } from '../../test-support/sample-data.ts';

// happy-dom can't send bytes to a storage.
vi.mock('../../platform/pictures/put-file.ts', async (importOriginal) => ({
  ...(await importOriginal<typeof import('../../platform/pictures/put-file.ts')>()),
  putFile: async () => {},
}));

const PICTURES = ['a.png', 'b.png', 'c.png'];

const api = () =>
  emptyApi()
    .on(contract.files.findCopy, () => ({ held: false }))
    .on(contract.files.upload, ({ fileName }) => ({
      fileId: fileName,
      presignedUrl: 'https://storage.example/put',
      headers: {},
      publicUrl: null,
    }))
    .on(contract.files.saveMetadata, ({ fileId }) => ({ file: sampleFile({ key: fileId }), depth: 2 }));

it('sends with each of several pictures its own description for people who cannot see it', async () => {
  const app = renderApp('/upload', { api: api() });
  const input = await screen.findByLabelText<HTMLInputElement>(/Drag & drop/);
  await app.user.upload(
    input,
    PICTURES.map((name) => new File([name], name, { type: 'image/png' })),
  );

  for (const name of ['a.png', 'c.png']) {
    const row = within(await screen.findByRole('listitem', { name }));
    await app.user.click(row.getByRole('button', { name: `Describe the picture ${name}` }));
    await app.user.keyboard(` Kelp in ${name} `);
  }
  await app.user.click(screen.getByRole('button', { name: 'Upload 3 Files' }));
  await screen.findByRole('heading', { name: '3 files are shared.' });

  const savedInputs = app.api.inputsOf(contract.files.saveMetadata);
  expect(Object.fromEntries(savedInputs.map(({ fileId, altText }) => [fileId, altText]))).toEqual({
    'a.png': 'Kelp in a.png',
    'b.png': '',
    'c.png': 'Kelp in c.png',
  });
});

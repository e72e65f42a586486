// @vitest-environment happy-dom
/** Tests of uploading a file whose name has the extension of another format. */
import { fireEvent, screen } from '@testing-library/react';
import { describe, expect, it, vi } from 'vitest';
import { contract } from '../../../../shared/contract/contract.ts';
import { emptyApi } from '../../test-support/empty-api.ts';
import { renderApp } from '../../test-support/render-app.tsx';
import { sampleFile } from '../../test-support/sample-data.ts';

// Replaces the upload of the bytes, because happy-dom has no storage to send them to.
vi.mock('../../platform/pictures/put-file.ts', async (importOriginal) => ({
  ...(await importOriginal<object>()),
  putFile: async () => {},
}));

/** Uploads a file with these bytes under the name and type of a JPEG. */
async function uploadAsJpeg(bytes: string) {
  const api = emptyApi()
    .on(contract.files.findCopy, () => ({ held: false }))
    .on(contract.files.upload, () => ({
      presignedUrl: 'https://storage.example/put',
      headers: {},
      fileId: 'f1',
      publicUrl: null,
    }))
    .on(contract.files.saveMetadata, () => ({ file: sampleFile({ key: 'f1', fileName: 'photo.jpg' }), depth: 2 }));
  const { user } = renderApp('/upload', { api });

  const file = new File([bytes], 'photo.jpg', { type: 'image/jpeg' });
  fireEvent.change(await screen.findByLabelText(/drop/i, { selector: 'input[type=file]' }), {
    target: { files: [file] },
  });
  await user.click(await screen.findByRole('button', { name: 'Upload File' }));

  return api;
}

describe('an upload whose name has the extension of another format', () => {
  it('declares the type of the bytes', async () => {
    const api = await uploadAsJpeg('RIFF\x10\0\0\0WEBPVP8 ');
    await screen.findByText(/^photo\.jpg is shared\. You/);

    expect(api.inputsOf(contract.files.upload)).toMatchObject([{ fileName: 'photo.jpg', fileType: 'image/webp' }]);
  });

  it('says that the content does not match before it sends anything', async () => {
    const api = await uploadAsJpeg('no picture');
    await screen.findByText("Upload failed: the content of this file isn't image/jpeg. Please choose another file.");

    expect(api.inputsOf(contract.files.upload)).toEqual([]);
  });
});

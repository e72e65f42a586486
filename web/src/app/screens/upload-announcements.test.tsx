// @vitest-environment happy-dom
import { fireEvent, screen } from '@testing-library/react';
import { describe, expect, it, vi } from 'vitest';
import { contract } from '../../../../shared/contract/contract.ts';
import { putFile } from '../../platform/pictures/put-file.ts';
import { emptyApi } from '../../test-support/empty-api.ts';
import { renderApp } from '../../test-support/render-app.tsx';
import { sampleFile, VIEWER } from '../../test-support/sample-data.ts';

vi.mock('../../platform/pictures/put-file.ts', async (importOriginal) => ({
  ...(await importOriginal<object>()),
  putFile: vi.fn(),
}));

const FILE_NAME = 'reef.txt';

/** Renders the upload screen, and chooses a text file with this content. */
async function chooseFile(content: string) {
  const storedFile = sampleFile({ key: 'f1', userId: VIEWER.id, fileName: FILE_NAME });
  const api = emptyApi()
    .on(contract.files.findCopy, () => ({ held: false }))
    .on(contract.files.upload, () => ({
      presignedUrl: 'https://s3.example',
      headers: {},
      fileId: storedFile.key,
      publicUrl: null,
    }))
    .on(contract.files.saveMetadata, () => ({ file: storedFile, depth: 1 }));
  vi.mocked(putFile).mockResolvedValue();
  const app = renderApp('/upload', { api });

  const input = await screen.findByLabelText(/drop/i, { selector: 'input[type=file]' });
  fireEvent.change(input, { target: { files: [new File([content], FILE_NAME, { type: 'text/plain' })] } });

  return app;
}

/** Returns the elements around an element that screen readers announce, including the element. */
function listLiveRegions(element: Element): Element[] {
  const region = element.closest('[role=alert], [role=status]');
  return region ? [region, ...(region.parentElement ? listLiveRegions(region.parentElement) : [])] : [];
}

describe('the upload screen', () => {
  it('announces why a file is rejected in one live region', async () => {
    await chooseFile('');

    expect(listLiveRegions(await screen.findByText('This file is empty.'))).toHaveLength(1);
  });

  it('announces a shared file in one live region', async () => {
    const { user } = await chooseFile('Corals');

    await user.click(await screen.findByRole('button', { name: 'Upload File' }));

    expect(listLiveRegions(await screen.findByText(/^reef\.txt is shared\. You/))).toHaveLength(1);
  });
});

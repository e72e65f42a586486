// @vitest-environment happy-dom
/**
 * Tests of typing another name for a file before its upload starts or resumes. The server must receive the last name.
 */
import { fireEvent, screen, waitFor } from '@testing-library/react';
import type { UserEvent } from '@testing-library/user-event';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { contract } from '../../../../shared/contract/contract.ts';
import { MULTIPART_PART_BYTES, MULTIPART_THRESHOLD_BYTES } from '../../../../shared/rules/limits.ts';
import { planParts } from '../../features/files/upload/parts/part-plan.ts';
import { unfinishedUploads } from '../../features/files/upload/parts/use-unfinished-uploads.ts';
import { putFile } from '../../platform/pictures/put-file.ts';
import { emptyApi } from '../../test-support/empty-api.ts';
import { apiError, type FakeApi } from '../../test-support/fake-api.ts';
import { renderApp } from '../../test-support/render-app.tsx';
import { sampleFile, VIEWER } from '../../test-support/sample-data.ts';

vi.mock('../../platform/pictures/put-file.ts', async (importOriginal) => ({
  ...(await importOriginal<object>()),
  putFile: vi.fn(),
}));

const FILE_ID = '01KAHQ3V7V8Z5T0F4M2S6R9XYZ';
/** The name of the file on the member's device. */
const DEVICE_NAME = 'tax-john.txt';

/** Whether the bytes of the small file have arrived. */
let isStored: boolean;

beforeEach(() => {
  isStored = false;
  vi.mocked(putFile)
    .mockReset()
    .mockImplementation(async () => {
      isStored = true;
    });
});

/** Returns an API that records a stored file under the name of its upload, and renames it. */
function buildApi(): FakeApi {
  const storedFile = sampleFile({ key: FILE_ID, userId: VIEWER.id });
  const notStored = () => apiError({ code: 'FileNotStored' });

  return emptyApi()
    .on(contract.files.findCopy, () => ({ held: false }))
    .on(contract.files.upload, () => ({
      presignedUrl: 'https://s3.example',
      headers: {},
      fileId: FILE_ID,
      publicUrl: null,
    }))
    .on(contract.files.saveMetadata, ({ fileName = '', description = '', altText = '' }) =>
      isStored ? { file: { ...storedFile, fileName, description, altText }, depth: 1 } : notStored(),
    )
    .on(contract.files.edit, ({ fileName = DEVICE_NAME }) => ({ file: { ...storedFile, fileName } }));
}

async function chooseFiles(...files: readonly File[]): Promise<void> {
  const input = await screen.findByLabelText(/drop/i, { selector: 'input[type=file]' });
  fireEvent.change(input, { target: { files } });
}

async function typeName(user: UserEvent, name: string): Promise<void> {
  const field = await screen.findByLabelText('File name');
  await user.clear(field);
  await user.type(field, name);
}

/** Waits until the page has renamed the file. It was saved under the name of its upload before. */
async function waitForRenaming(api: FakeApi, newName: string): Promise<void> {
  await waitFor(() =>
    expect(api.inputsOf(contract.files.edit)).toMatchObject([{ fileId: FILE_ID, fileName: newName }]),
  );
  expect(api.inputsOf(contract.files.saveMetadata).at(-1)?.fileName).toBe(DEVICE_NAME);
}

describe('an upload of a small file', () => {
  it('gives the file the name that the member typed after cancelling an earlier attempt', async () => {
    const { user, api } = renderApp('/upload', { api: buildApi() });
    // The bytes arrive only at the second attempt.
    vi.mocked(putFile).mockImplementationOnce((_url, _bytes, { signal }) => {
      const { promise, reject } = Promise.withResolvers<void>();
      signal.addEventListener('abort', () => reject(signal.reason));
      return promise;
    });

    await chooseFiles(new File(['Taxes'], DEVICE_NAME, { type: 'text/plain' }));
    await user.click(await screen.findByRole('button', { name: 'Upload File' }));
    await waitFor(() => expect(putFile).toHaveBeenCalledOnce());
    await user.click(screen.getByRole('button', { name: 'Cancel upload' }));

    await typeName(user, 'reef.txt');
    await user.click(screen.getByRole('button', { name: 'Upload File' }));

    await waitForRenaming(api, 'reef.txt');
    expect(api.inputsOf(contract.files.upload)).toHaveLength(1);
  });
});

describe('an upload of a large file that is resumed', () => {
  /** Renders the page with an unfinished upload of which all parts have arrived. Returns its file, too. */
  async function renderUnfinishedUpload(details: { wantedName?: string } = {}) {
    const file = new File(['Taxes'], DEVICE_NAME, { type: 'text/plain', lastModified: 5 });
    // The page reads no bytes of parts that have arrived, so the file needs only the size of a large one.
    const size = MULTIPART_THRESHOLD_BYTES + 1;
    Object.defineProperty(file, 'size', { value: size });

    isStored = true;
    const parts = planParts(size, MULTIPART_PART_BYTES).map((part) => ({ ...part, etag: '' }));
    const api = buildApi()
      .on(contract.files.listParts, () => ({ parts }))
      .on(contract.files.completeMultipart, () => ({ fileId: FILE_ID }));

    const { name, type, lastModified } = file;
    unfinishedUploads.save({
      userId: VIEWER.id,
      fileId: FILE_ID,
      uploadId: 'u1',
      fileName: DEVICE_NAME,
      partSize: MULTIPART_PART_BYTES,
      name,
      size,
      lastModified,
      type,
      description: 'Paid',
      arrivedBytes: size,
      ...details,
    });
    const app = renderApp('/upload', { api });
    await screen.findByRole('list', { name: 'Unfinished uploads' });

    return { ...app, file };
  }

  it('gives the file the name that the member types in its row', async () => {
    const { user, api, file } = await renderUnfinishedUpload();

    await chooseFiles(file, new File(['Kelp'], 'kelp.txt', { type: 'text/plain' }));
    await user.click(await screen.findByRole('button', { name: 'Remove kelp.txt' }));
    await user.click(screen.getByRole('button', { name: `Details of ${DEVICE_NAME}` }));
    await typeName(user, 'reef.txt');
    await user.click(screen.getByRole('button', { name: 'Upload File' }));

    await waitForRenaming(api, 'reef.txt');
  });

  it('gives the file the name that the member typed on an earlier visit', async () => {
    const { user, api, file } = await renderUnfinishedUpload({ wantedName: 'reef.txt' });

    await chooseFiles(file);
    await user.click(await screen.findByRole('button', { name: 'Resume Upload' }));

    await waitForRenaming(api, 'reef.txt');
  });
});

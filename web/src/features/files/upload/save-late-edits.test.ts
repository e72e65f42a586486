/** Tests of details that the member types while the file is being saved. A further request saves them. */
import { beforeEach, expect, it, vi } from 'vitest';
import type { ListedFile } from '../../../../../shared/contract/files.ts';
import { sampleFile } from '../../../test-support/sample-data.ts';
import { saveLateEdits } from './save-late-edits.ts';

const storedFile = sampleFile({ fileName: 'low.txt', description: 'Low tide', altText: '' });
/** The API call. It stores the changes as they are sent. */
const edit = vi.fn(async ({ fileId: _, userId: __, ...changes }: object & { fileId: string; userId?: string }) => ({
  file: { ...storedFile, ...changes } as ListedFile,
}));
const onFailure = vi.fn();

/** Saves the details of `upload` that differ from the stored file. A test may change them during a request. */
const save = (
  upload: { description: string; altText: string; fileName?: string; depth?: number },
  signal = new AbortController().signal,
) => {
  const { fileName = storedFile.fileName } = upload;
  const typedDetails = Object.assign(upload, { userId: 'me', fileName });
  return saveLateEdits(typedDetails, storedFile, { api: { edit } as never, signal, onFailure });
};

beforeEach(() => {
  vi.clearAllMocks();
  // `saveLateEdits` logs failures.
  vi.spyOn(console, 'error').mockImplementation(() => {});
});

it('saveLateEdits sends nothing if the stored details equal the cleaned typed details', async () => {
  for (const description of ['Low tide', 'Low\u0000 tide\r\n']) {
    expect(await save({ description, altText: '' })).toBe(storedFile);
  }

  expect(edit).not.toHaveBeenCalled();
});

it('saveLateEdits sends only the changed details', async () => {
  expect(await save({ description: 'Low tide', altText: 'A reef' })).toMatchObject({ altText: 'A reef' });
  expect(edit.mock.calls[0]?.[0]).toEqual({ userId: 'me', fileId: storedFile.key, altText: 'A reef' });
});

it('saveLateEdits renames a file that was saved under an earlier name', async () => {
  const details = { fileName: 'reef.txt', description: 'Low tide', altText: '' };

  expect(await save(details)).toMatchObject({ fileName: 'reef.txt' });
  expect(edit.mock.calls.map(([input]) => input)).toEqual([
    { userId: 'me', fileId: storedFile.key, fileName: 'reef.txt' },
  ]);
});

it('saveLateEdits sends a depth once if the file was saved at another depth', async () => {
  const upload = { description: 'Low tide', altText: '', depth: 1.5 };
  // The response still has the earlier depth, as from an earlier version of the API.
  edit.mockResolvedValueOnce({ file: storedFile });

  await save(upload);

  expect(edit.mock.calls.map(([input]) => input)).toEqual([{ userId: 'me', fileId: storedFile.key, depth: 1.5 }]);
});

it('saveLateEdits sends the text that is typed while the previous change is being saved', async () => {
  const upload = { description: 'High', altText: '' };
  edit.mockImplementationOnce(async () => {
    upload.description = 'High tide';
    return { file: { ...storedFile, description: 'High' } };
  });

  expect(await save(upload)).toMatchObject({ description: 'High tide' });
  expect(edit).toHaveBeenCalledTimes(2);
});

it('saveLateEdits sends a text once even if the server returns the text in another form', async () => {
  edit.mockResolvedValueOnce({ file: { ...storedFile, description: 'High tide' } });

  await save({ description: 'High  tide', altText: '' });

  expect(edit).toHaveBeenCalledOnce();
});

it('saveLateEdits returns the stored file and reports a failure if saving fails', async () => {
  edit.mockRejectedValueOnce(new Error('No connection.'));

  expect(await save({ description: 'High tide', altText: '' })).toBe(storedFile);
  expect(onFailure).toHaveBeenCalledOnce();
});

it('saveLateEdits reports no failure if the upload was cancelled', async () => {
  const stop = new AbortController();
  edit.mockImplementationOnce(async () => {
    stop.abort();
    throw stop.signal.reason;
  });

  await save({ description: 'High tide', altText: '' }, stop.signal);

  expect(onFailure).not.toHaveBeenCalled();
});

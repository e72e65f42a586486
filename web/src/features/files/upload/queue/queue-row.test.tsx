// @vitest-environment happy-dom
import { act, cleanup, render, screen } from '@testing-library/react';
import { afterEach, expect, it, vi } from 'vitest';
import { visibleAlertCount } from '../../../../platform/browser/visible-alerts.ts';
import { useStore } from '../../../../platform/state/store.ts';
import { QueueRow } from './queue-row.tsx';
import { UploadQueue } from './upload-queue.ts';

afterEach(() => {
  cleanup();
  vi.restoreAllMocks();
});

it('does not hide a used-up limit above the list, because the row of a failed upload can be off screen', async () => {
  // The queue logs the error of a failed upload.
  vi.spyOn(console, 'error').mockImplementation(() => {});
  const queue = new UploadQueue({
    prepare: async (file, { keepsCameraData }) => ({ file, cleaning: 'nothing', keepsCameraData }),
    findCopy: async () => false,
    canSend: () => true,
    buildUpload: ({ file }, details) => ({ userId: 'me', file, ...details(), depth: undefined }),
    send: () => Promise.reject(new Error('Too many uploads.')),
    discard: () => {},
  });
  queue.add([
    {
      file: new File(['tide'], 'tide.txt'),
      details: { fileName: 'tide.txt', description: '', altText: '', depth: '' },
    },
  ]);
  const Row = () => <QueueRow queuedFile={useStore(queue.store).files[0]!} queue={queue} onRemove={() => {}} />;
  render(<Row />);

  await act(async () => queue.start());

  expect(screen.getByText('Upload failed: Too many uploads.')).toBeTruthy();
  expect(visibleAlertCount.value).toBe(0);
});

// @vitest-environment happy-dom
/** Tests of the list of files that wait for their upload. See docs/product.md#uploading. */
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { act, cleanup, render, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { MemoryRouter } from 'react-router-dom';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { ListedFile } from '../../../../../../shared/contract/files.ts';
import { useStore } from '../../../../platform/state/store.ts';
import type { CleaningResult } from '../prepare/clean-file.ts';
import type { SavedUpload } from '../upload-file.ts';
import { QueueView } from './queue-view.tsx';
import { UploadQueue } from './upload-queue.ts';

// Shows nothing, as when no limit is near. The component itself would request the member's allowances.
vi.mock('../../../../design/remaining-allowance.tsx', () => ({ default: () => null }));

const MB = 1024 * 1024;

/** The responses to the running uploads, by file name. The tests settle them. */
let responses: Map<string, PromiseWithResolvers<SavedUpload>>;

beforeEach(() => {
  responses = new Map();
  // The queue logs the error of a failed upload.
  vi.spyOn(console, 'error').mockImplementation(() => {});
});
afterEach(() => {
  cleanup();
  vi.restoreAllMocks();
});

/** A file that the member chooses, and what the page finds out about it. */
interface FileChoice {
  readonly name: string;
  /** The media type. Plain text by default. */
  readonly type?: string;
  /** The result of the search for hidden details. */
  readonly cleaning?: CleaningResult;
  /** Whether the member already has a file with the same bytes. */
  readonly isCopy?: boolean;
}

/** Returns queries for the elements in the row of a file. */
const inRow = (name: string) => within(screen.getByRole('listitem', { name }));

/** Waits until all files are searched and compared. */
const finishPreparation = () => act(async () => {});

/** Renders a queue of files with 4 bytes each. Waits until all files are searched and compared. */
async function renderQueue(...choices: FileChoice[]) {
  const findChoice = (file: File) => choices.find(({ name }) => name === file.name);
  const queue = new UploadQueue({
    prepare: async (file, { keepsCameraData }) => ({
      file,
      cleaning: findChoice(file)?.cleaning ?? 'nothing',
      keepsCameraData,
    }),
    findCopy: async (file) => findChoice(file)?.isCopy ?? false,
    canSend: () => true,
    buildUpload: ({ file }, details) => ({ userId: 'me', file, ...details(), depth: undefined }),
    send: ({ file }) => {
      const response = Promise.withResolvers<SavedUpload>();
      responses.set(file.name, response);
      return response.promise;
    },
    discard: () => {},
  });
  const View = () => <QueueView queue={queue} state={useStore(queue.store)} onAdd={() => {}} />;
  const files = choices.map(({ name, type = 'text/plain' }) => ({
    file: new File(['tide'], name, { type }),
    details: { fileName: name, description: '', altText: '', depth: '' },
  }));

  queue.add(files);
  render(
    <QueryClientProvider client={new QueryClient()}>
      <MemoryRouter>
        <View />
      </MemoryRouter>
    </QueryClientProvider>,
  );
  await finishPreparation();

  return { queue, user: userEvent.setup() };
}

const findDescribeButtons = () => screen.queryAllByRole('button', { name: /^Describe the picture/ });
const readDescribeLabels = () => findDescribeButtons().map((button) => button.getAttribute('aria-label'));

/** Ends a running upload: with an error, or with a stored file that has these fields. */
function endUpload(name: string, result: Partial<ListedFile> | Error) {
  return act(async () => {
    const response = responses.get(name)!;
    if (result instanceof Error) {
      response.reject(result);
      return;
    }
    // The view reads no other fields of a stored file.
    const file = { key: name, creditedBytes: 0, ...result } as ListedFile;
    response.resolve({ file, depth: 1 });
  });
}

describe('hidden details in QueueView', () => {
  it('shows which hidden details were removed from each file', async () => {
    await renderQueue(
      { name: 'a.jpg', type: 'image/jpeg', cleaning: 'location' },
      { name: 'b.pdf', type: 'application/pdf', cleaning: 'personal' },
      { name: 'c.txt' },
    );

    inRow('a.jpg').getByText(/Location removed/);
    inRow('b.pdf').getByText(/Personal details removed/);
    expect(inRow('c.txt').queryByText(/removed/)).toBeNull();
  });

  it('explains why a file may keep hidden details', async () => {
    await renderQueue(
      { name: 'a.jpg', type: 'image/jpeg', cleaning: 'unreadable' },
      { name: 'b.tif', type: 'image/tiff', cleaning: 'unsupported' },
    );

    inRow('a.jpg').getByText("Hidden details, such as a location, couldn't be removed from this file.");
    inRow('b.tif').getByText(
      "Hidden details, such as a location, can't be removed from this type of file. It's shared as it is.",
    );
  });

  it('announces the number of cleaned files once for the whole queue', async () => {
    await renderQueue(
      { name: 'a.jpg', type: 'image/jpeg', cleaning: 'location' },
      { name: 'b.jpg', type: 'image/jpeg', cleaning: 'camera' },
      { name: 'c.tif', type: 'image/tiff', cleaning: 'unsupported' },
      { name: 'd.txt' },
    );

    expect(screen.getAllByRole('status').map(({ textContent }) => textContent)).toEqual([
      'Hidden details removed from 2 files. 1 file may keep hidden details.',
    ]);
  });

  it('announces nothing about hidden details until all files are searched', async () => {
    const { queue } = await renderQueue({ name: 'a.jpg', type: 'image/jpeg', cleaning: 'location' }, { name: 'b.txt' });
    const region = screen.getByRole('status');
    expect(region.textContent).toBe('Hidden details removed from 1 file.');

    act(() => queue.keepCameraData(true));
    expect(region.textContent).toBe('');

    await finishPreparation();
    expect(region.textContent).toBe('Hidden details removed from 1 file.');
  });

  it('lets the member keep camera data', async () => {
    const { user, queue } = await renderQueue({ name: 'a.jpg', type: 'image/jpeg' }, { name: 'b.txt' });
    const checkbox = screen.getByRole<HTMLInputElement>('checkbox', { name: 'Keep camera data' });
    expect(checkbox.checked).toBe(false);

    await user.click(checkbox);
    expect(queue.store.value.keepsCameraData).toBe(true);
  });

  it("doesn't offer to keep camera data if no file can have any", async () => {
    await renderQueue(
      { name: 'a.txt' },
      { name: 'b.mp3', type: 'audio/mpeg' },
      { name: 'c.tif', type: 'image/tiff', cleaning: 'unsupported' },
    );

    expect(screen.queryByRole('checkbox')).toBeNull();
  });

  it('offers to keep camera data of an MP4 that the browser calls WebM', async () => {
    // The type is WebM, which can't be cleaned. The removed location means that the bytes were an MP4.
    const video = { name: 'a.webm', type: 'video/webm', cleaning: 'location' } as const;
    const { queue } = await renderQueue(video, { name: 'b.txt' });

    act(() => queue.keepCameraData(true));

    // The file is being searched again.
    expect(queue.store.value.files[0]?.preparedFile).toBeUndefined();
    screen.getByRole('checkbox', { name: 'Keep camera data', checked: true });

    // Otherwise, the search would end after the test.
    await finishPreparation();
  });
});

describe('alternative texts in QueueView', () => {
  it('offers a field for the alternative text only for pictures', async () => {
    const { user, queue } = await renderQueue({ name: 'a.jpg', type: 'image/jpeg' }, { name: 'b.txt' });

    await user.click(inRow('a.jpg').getByRole('button', { name: 'Details of a.jpg' }));
    await user.click(inRow('b.txt').getByRole('button', { name: 'Details of b.txt' }));
    await user.type(inRow('a.jpg').getByLabelText('Describe the picture'), 'Kelp');

    expect(queue.store.value.files[0]?.details.altText).toBe('Kelp');
    inRow('b.txt').getByLabelText('File name');
    expect(inRow('b.txt').queryByLabelText('Describe the picture')).toBeNull();
  });

  it('shows a Describe button on each picture without an alternative text', async () => {
    await renderQueue({ name: 'a.jpg', type: 'image/jpeg' }, { name: 'b.txt' }, { name: 'c.heic', type: '' });

    expect(readDescribeLabels()).toEqual(['Describe the picture a.jpg', 'Describe the picture c.heic']);
    expect(findDescribeButtons().map(({ textContent }) => textContent)).toEqual(Array(2).fill('Describe the picture'));
  });

  it('focuses the alternative text when Describe is pressed, but not when the details reopen', async () => {
    const { user } = await renderQueue({ name: 'a.jpg', type: 'image/jpeg' }, { name: 'c.heic', type: '' });

    inRow('c.heic').getByRole('button', { name: 'Describe the picture c.heic' }).focus();
    await user.keyboard('{Enter}Kelp');

    const field = inRow('c.heic').getByLabelText<HTMLTextAreaElement>('Describe the picture');
    expect(document.activeElement).toBe(field);
    expect(field.value).toBe('Kelp');

    const detailsButton = inRow('c.heic').getByRole('button', { name: 'Details of c.heic' });
    await user.click(detailsButton);
    expect(readDescribeLabels()).toEqual(['Describe the picture a.jpg']);

    await user.click(detailsButton);
    expect(inRow('c.heic').getByLabelText<HTMLTextAreaElement>('Describe the picture').value).toBe('Kelp');
    expect(document.activeElement).toBe(detailsButton);
  });

  it('keeps the focus in the alternative text while other rows change', async () => {
    const picture = { name: 'a.jpg', type: 'image/jpeg' };
    const { user, queue } = await renderQueue(picture, { name: 'b.jpg', type: 'image/jpeg' }, { name: 'c.txt' });
    await user.click(inRow('a.jpg').getByRole('button', { name: 'Describe the picture a.jpg' }));
    await user.keyboard('Ke');
    const field = inRow('a.jpg').getByLabelText<HTMLTextAreaElement>('Describe the picture');

    await act(async () => queue.remove(queue.store.value.files[2]!.id));
    await act(async () => queue.keepCameraData(true));
    await act(async () => queue.start());
    await endUpload('b.jpg', { creditedBytes: MB });
    await user.keyboard('lp');

    expect(document.activeElement).toBe(field);
    expect(field.value).toBe('Kelp');
    expect(queue.store.value.files.map(({ details }) => details.altText)).toEqual(['Kelp', '']);
    expect(inRow('b.jpg').queryByRole('button', { name: /^Describe/ })).toBeNull();
  });
});

describe('uploads in QueueView', () => {
  it('shows the original name of a file that is renamed', async () => {
    await renderQueue({ name: 'Where is it?.txt' }, { name: 'b.txt' });

    inRow('Where is it_.txt').getByText('Renamed from “Where is it?.txt”');
    expect(inRow('b.txt').queryByText(/Renamed/)).toBeNull();
  });

  it("doesn't count a copy of the member's file in the depth that the uploads add", async () => {
    await renderQueue({ name: 'a.txt' }, { name: 'b.txt', isCopy: true });

    inRow('b.txt').getByText("You already have this file. Uploading it again won't lift you.");
    // Only the 4 bytes of a.txt count. The page rounds their depth up to the smallest length that it shows.
    screen.getByText("You'll rise 0.0001 cm");
  });

  it('shows the overall progress while files are uploaded', async () => {
    const { user } = await renderQueue({ name: 'a.txt' }, { name: 'b.txt' }, { name: 'c.txt' });

    await user.click(screen.getByRole('button', { name: 'Upload 3 Files' }));
    screen.getByText('0 of 3 files', { selector: 'strong' });
    const progressBar = screen.getByRole('progressbar', { name: 'Uploading your files' });
    expect(progressBar.getAttribute('aria-valuenow')).toBe('0');

    await endUpload('a.txt', { creditedBytes: MB });
    screen.getByText('1 of 3 files', { selector: 'strong' });
    screen.getByText('33%, 4 B of 12 B');
  });

  it('shows a summary that counts a failed file after its retry', async () => {
    const { user } = await renderQueue({ name: 'a.txt' }, { name: 'b.txt' }, { name: 'c.txt' });
    await user.click(screen.getByRole('button', { name: 'Upload 3 Files' }));

    await endUpload('a.txt', { creditedBytes: MB });
    await endUpload('b.txt', new Error('No room.'));
    inRow('b.txt').getByText('Upload failed: No room.');

    await endUpload('c.txt', { creditedBytes: MB / 2, scanning: true });
    screen.getByRole('heading', { name: '2 of 3 files are shared.' });
    screen.getByText('You rose 1.5 cm.');
    inRow('c.txt').getByText(/^Shared. You rose 0.5 cm. It opens after a short check.$/);
    expect(screen.getByRole<HTMLAnchorElement>('link', { name: 'See all files' }).pathname).toBe('/files');

    await user.click(inRow('b.txt').getByRole('button', { name: 'Retry b.txt' }));
    await endUpload('b.txt', { creditedBytes: 0 });
    screen.getByRole('heading', { name: '3 files are shared.' });
    expect(screen.queryByRole('button', { name: /^Upload \d|^Retry/ })).toBeNull();
  });
});

describe('focus in QueueView', () => {
  it('moves the focus to the next row when a file is removed', async () => {
    const { user } = await renderQueue({ name: 'a.txt' }, { name: 'b.txt' });

    await user.click(inRow('a.txt').getByRole('button', { name: 'Remove a.txt' }));

    expect(document.activeElement).toBe(screen.getByRole('listitem', { name: 'b.txt' }));
  });

  it('keeps the focus in a row when its button disappears', async () => {
    const { user } = await renderQueue({ name: 'a.txt' }, { name: 'b.txt' });
    await user.click(screen.getByRole('button', { name: 'Upload 2 Files' }));
    await endUpload('a.txt', new Error('No room.'));

    await user.click(inRow('a.txt').getByRole('button', { name: 'Retry a.txt' }));

    expect(document.activeElement).toBe(screen.getByRole('listitem', { name: 'a.txt' }));
  });
});

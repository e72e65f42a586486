// @vitest-environment happy-dom
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { act, cleanup, render, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { MemoryRouter } from 'react-router-dom';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { ListedFile } from '../../../../../../shared/contract/files.ts';
import { useStore } from '../../../../platform/state/store.ts';
import type { CleaningResult } from '../prepare/clean-file.ts';
import type { StoredUpload } from '../upload-file.ts';
import { announcement } from './queue-overview.tsx';
import { QueueView } from './queue-view.tsx';
import { UploadQueue } from './upload-queue.ts';

// No limit is near, so nothing shows.
vi.mock('../../../../design/remaining-allowance.tsx', () => ({ default: () => null }));

const MB = 1024 * 1024;

let sentUploads: Map<string, PromiseWithResolvers<StoredUpload>>;

beforeEach(() => {
  sentUploads = new Map();
  vi.spyOn(console, 'error').mockImplementation(() => {});
});
afterEach(() => {
  cleanup();
  vi.restoreAllMocks();
});

interface Chosen {
  readonly name: string;
  readonly type?: string;
  readonly cleaning?: CleaningResult;
  readonly held?: boolean;
}

async function renderQueue(...chosenFiles: Chosen[]) {
  const of = (file: File) => chosenFiles.find(({ name }) => name === file.name);
  const queue = new UploadQueue({
    prepare: async (file, { keepsCameraData }) => ({
      file,
      cleaning: of(file)?.cleaning ?? 'nothing',
      keepsCameraData,
    }),
    findCopy: async (file) => of(file)?.held ?? false,
    describe: ({ file }, details) => ({ userId: 'me', file, ...details() }),
    send: ({ file }) => {
      const response = Promise.withResolvers<StoredUpload>();
      sentUploads.set(file.name, response);
      return response.promise;
    },
    discard: () => {},
  });
  const View = () => <QueueView queue={queue} state={useStore(queue.store)} onAdd={() => {}} />;
  const files = chosenFiles.map(({ name, type = 'text/plain' }) => ({
    file: new File(['tide'], name, { type }),
    details: { fileName: name, description: '', altText: '' },
  }));

  queue.add(files);
  render(
    <QueryClientProvider client={new QueryClient()}>
      <MemoryRouter>
        <View />
      </MemoryRouter>
    </QueryClientProvider>,
  );
  await act(async () => {});

  return { queue, user: userEvent.setup() };
}

const row = (name: string) => within(screen.getByRole('listitem', { name }));
const end = (name: string, changes: Partial<ListedFile> | Error) =>
  act(async () => {
    const response = sentUploads.get(name)!;
    if (changes instanceof Error) response.reject(changes);
    else response.resolve({ file: { key: name, creditedBytes: 0, ...changes } as ListedFile, depth: 1 });
  });

describe('QueueView', () => {
  it('says per file what was removed, what could not be, and what the member has already', async () => {
    await renderQueue(
      { name: 'a.jpg', type: 'image/jpeg', cleaning: 'location' },
      { name: 'b.pdf', type: 'application/pdf', cleaning: 'personal' },
      { name: 'c.jpg', type: 'image/jpeg', cleaning: 'unreadable' },
      { name: 'd.txt', held: true },
      { name: 'e.tif', type: 'image/tiff', cleaning: 'unsupported' },
    );
    row('a.jpg').getByText(/Location removed/);
    row('b.pdf').getByText(/Personal details removed/);
    row('c.jpg').getByText("Hidden details, such as a location, couldn't be removed from this file.");
    row('e.tif').getByText(
      "Hidden details, such as a location, can't be removed from this type of file. It's shared as it is.",
    );
    row('d.txt').getByText("You already have this file. Uploading it again won't lift you.");

    expect(row('d.txt').queryByText(/removed/)).toBeNull();

    // Four files of 4 bytes: the copy earns nothing.
    screen.getByText("You'll rise 0.0001 cm");
  });

  it('announces what was done about hidden details once for all files', async () => {
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
    await act(async () => {});
    expect(region.textContent).toBe('Hidden details removed from 1 file.');
  });

  it('says when a name is saved in another form', async () => {
    await renderQueue({ name: 'Where is it?.txt' }, { name: 'b.txt' });
    row('Where is it_.txt').getByText('Renamed from “Where is it?.txt”');
    expect(row('b.txt').queryByText(/Renamed/)).toBeNull();
  });

  it('offers a description for people who cannot see a picture, for pictures only', async () => {
    const { user, queue } = await renderQueue({ name: 'a.jpg', type: 'image/jpeg' }, { name: 'b.txt' });
    await user.click(row('a.jpg').getByRole('button', { name: 'Details of a.jpg' }));
    await user.click(row('b.txt').getByRole('button', { name: 'Details of b.txt' }));
    await user.type(row('a.jpg').getByLabelText('Describe the picture'), 'Kelp');

    expect(queue.store.value.files[0]?.details.altText).toBe('Kelp');
    expect(row('b.txt').queryByLabelText('Describe the picture')).toBeNull();

    row('b.txt').getByLabelText('File name');
  });

  it('has a button on each picture without a description, which focuses the field by keyboard', async () => {
    const { user } = await renderQueue(
      { name: 'a.jpg', type: 'image/jpeg' },
      { name: 'b.txt' },
      { name: 'c.heic', type: '' },
    );
    const describeButtons = () => screen.queryAllByRole('button', { name: /^Describe the picture/ });
    const names = describeButtons().map((button) => button.getAttribute('aria-label'));

    expect(names).toEqual(['Describe the picture a.jpg', 'Describe the picture c.heic']);
    expect(describeButtons().map(({ textContent }) => textContent)).toEqual(Array(2).fill('Describe the picture'));

    row('c.heic').getByRole('button', { name: 'Describe the picture c.heic' }).focus();
    await user.keyboard('{Enter}Kelp');
    const field = row('c.heic').getByLabelText<HTMLTextAreaElement>('Describe the picture');

    expect(document.activeElement).toBe(field);
    expect(field.value).toBe('Kelp');

    const details = row('c.heic').getByRole('button', { name: 'Details of c.heic' });
    await user.click(details);

    expect(describeButtons().map((button) => button.getAttribute('aria-label'))).toEqual([
      'Describe the picture a.jpg',
    ]);

    await user.click(details);
    expect(row('c.heic').getByLabelText<HTMLTextAreaElement>('Describe the picture').value).toBe('Kelp');
    expect(document.activeElement).toBe(details);
  });

  it('keeps the description and its focus while the rows change, and ends the offer once a file is shared', async () => {
    const picture = { name: 'a.jpg', type: 'image/jpeg' };
    const { user, queue } = await renderQueue(picture, { name: 'b.jpg', type: 'image/jpeg' }, { name: 'c.txt' });
    await user.click(row('a.jpg').getByRole('button', { name: 'Describe the picture a.jpg' }));
    await user.keyboard('Ke');
    const field = row('a.jpg').getByLabelText<HTMLTextAreaElement>('Describe the picture');

    await act(async () => queue.remove(queue.store.value.files[2]!.id));
    await act(async () => queue.keepCameraData(true));
    await act(async () => queue.start());
    await end('b.jpg', { creditedBytes: MB });
    await user.keyboard('lp');

    expect(document.activeElement).toBe(field);
    expect(field.value).toBe('Kelp');
    expect(queue.store.value.files.map(({ details }) => details.altText)).toEqual(['Kelp', '']);
    expect(row('b.jpg').queryByRole('button', { name: /^Describe/ })).toBeNull();
  });

  it('has a choice to keep camera data, if a file can have any', async () => {
    const { user, queue } = await renderQueue({ name: 'a.jpg', type: 'image/jpeg' }, { name: 'b.txt' });
    const choice = screen.getByRole<HTMLInputElement>('checkbox', { name: 'Keep camera data' });
    expect(choice.checked).toBe(false);

    await user.click(choice);
    expect(queue.store.value.keepsCameraData).toBe(true);

    cleanup();
    await renderQueue(
      { name: 'a.txt' },
      { name: 'b.mp3', type: 'audio/mpeg' },
      { name: 'c.tif', type: 'image/tiff', cleaning: 'unsupported' },
    );
    expect(screen.queryByRole('checkbox')).toBeNull();
  });

  it('has the choice for an MP4 that the browser calls WebM, even while the file is searched again', async () => {
    const video = { name: 'a.webm', type: 'video/webm', cleaning: 'location' } as const;
    const { queue } = await renderQueue(video, { name: 'b.txt' });
    act(() => queue.keepCameraData(true));

    expect(queue.store.value.files[0]?.prepared).toBeUndefined();
    screen.getByRole('checkbox', { name: 'Keep camera data', checked: true });
    await act(async () => {});
  });

  it('shows the progress of all files, failures with a retry, and one summary at the end', async () => {
    const { user } = await renderQueue({ name: 'a.txt' }, { name: 'b.txt' }, { name: 'c.txt' });
    await user.click(screen.getByRole('button', { name: 'Upload 3 Files' }));
    screen.getByText('0 of 3 files', { selector: 'strong' });
    const bar = screen.getByRole('progressbar', { name: 'Uploading your files' });
    expect(bar.getAttribute('aria-valuenow')).toBe('0');

    await end('a.txt', { creditedBytes: MB });
    screen.getByText('1 of 3 files', { selector: 'strong' });
    screen.getByText('33%, 4 B of 12 B');
    await end('b.txt', new Error('No room.'));
    row('b.txt').getByText('Upload failed: No room.');
    await end('c.txt', { creditedBytes: MB / 2, scanning: true });
    screen.getByRole('heading', { name: '2 of 3 files are shared.' });
    screen.getByText('You rose 1.5 cm.');
    row('c.txt').getByText(/^Shared. You rose 0.5 cm. It opens after a short check.$/);

    expect(screen.getByRole<HTMLAnchorElement>('link', { name: 'See all files' }).pathname).toBe('/files');

    await user.click(row('b.txt').getByRole('button', { name: 'Retry b.txt' }));
    await end('b.txt', { creditedBytes: 0 });
    screen.getByRole('heading', { name: '3 files are shared.' });

    expect(screen.queryByRole('button', { name: /^Upload \d|^Retry/ })).toBeNull();
  });

  it('moves the focus to the next row when a file is removed', async () => {
    const { user } = await renderQueue({ name: 'a.txt' }, { name: 'b.txt' });
    await user.click(row('a.txt').getByRole('button', { name: 'Remove a.txt' }));
    expect(document.activeElement).toBe(screen.getByRole('listitem', { name: 'b.txt' }));
  });

  it('keeps the focus in a row when its button disappears', async () => {
    const { user } = await renderQueue({ name: 'a.txt' }, { name: 'b.txt' });
    await user.click(screen.getByRole('button', { name: 'Upload 2 Files' }));
    await end('a.txt', new Error('No room.'));
    await user.click(row('a.txt').getByRole('button', { name: 'Retry a.txt' }));
    expect(document.activeElement).toBe(screen.getByRole('listitem', { name: 'a.txt' }));
  });
});

it('announces many files in four steps, and every failure', () => {
  const texts = Array.from({ length: 13 }, (_, shared) =>
    announcement({ total: 12, shared, failed: 0, percent: shared, sentBytes: 0, totalBytes: 0 }),
  );

  expect([...new Set(texts)]).toEqual([
    '0 of 12 files',
    '3 of 12 files',
    '6 of 12 files',
    '9 of 12 files',
    '12 of 12 files',
  ]);

  const failedText = announcement({ total: 12, shared: 4, failed: 1, percent: 0, sentBytes: 0, totalBytes: 0 });
  expect(failedText).toBe('3 of 12 files, 1 failed');
});

// @vitest-environment happy-dom
import { cleanup, fireEvent, render, screen } from '@testing-library/react';
import { afterEach, describe, expect, it, vi } from 'vitest';
import type { ListedFile } from '../../../../../../shared/contract/files.ts';
import { sampleFile } from '../../../../test-support/sample-data.ts';
import type { OpenedFile } from '../use-opened-file.ts';
import { Picture } from './picture.tsx';

afterEach(cleanup);

/** A picture with a thumbnail and a copy for the screen. The other image is its original. */
const MEDIA = { width: 4000, height: 3000, thumbnail: '/320.webp', preview: '/1280.webp' };

/** The download URL of the original is known. */
const ORIGINAL_OPENED = { openedFile: { url: '/original' } };
/** The request for the download URL has failed. */
const OPENING_FAILED = { openedFile: { problem: 'Offline.' } };

interface PictureOptions {
  /** The state of the opened file. Without a URL by default. */
  readonly openedFile?: Partial<OpenedFile>;
  /** Whether the download URL has expired. */
  readonly isExpired?: boolean;
}

/**
 * Renders the preview of a picture.
 *
 * @returns `sources` lists the URLs of the images on screen, `image` finds an image by its URL, `update` changes the
 * state of the opened file, and `refresh` changes the media of the listed file
 */
function renderPicture(changes: Partial<ListedFile>, { openedFile = {}, isExpired = false }: PictureOptions = {}) {
  const file = sampleFile({ fileName: 'reef.jpg', contentType: 'image/jpeg', ...changes });
  const handlers = { isExpired: () => isExpired, onExpired: vi.fn(), onRetry: vi.fn() };
  const element = (props: Partial<OpenedFile>, media = file.media) => (
    <Picture
      file={{ ...file, media }}
      openedFile={{ key: file.key, attempt: 0, ...openedFile, ...props }}
      {...handlers}
    />
  );
  const { container, rerender } = render(element({}));

  const sources = () => [...container.querySelectorAll('img')].map((image) => image.getAttribute('src'));
  const image = (src: string) => container.querySelector(`img[src="${src}"]`)!;
  const update = (props: Partial<OpenedFile>) => rerender(element(props));
  const refresh = (media: ListedFile['media']) => rerender(element({}, media));

  return { ...handlers, sources, image, update, refresh };
}

describe('Picture', () => {
  it('shows the thumbnail and the copy, whether or not the download URL is known', () => {
    const { sources, update } = renderPicture({ media: MEDIA });
    expect(sources()).toEqual(['/320.webp', '/1280.webp']);

    update({ url: '/original' });
    expect(sources()).toEqual(['/320.webp', '/1280.webp']);
  });

  it('shows the original after a click, as soon as its URL is known', () => {
    const { sources, image, update } = renderPicture({ media: MEDIA });

    fireEvent.load(image('/1280.webp'));
    fireEvent.click(screen.getByRole('button', { name: 'Show original' }));
    expect(sources()).toEqual(['/1280.webp']);

    update({ url: '/original' });
    expect(sources()).toEqual(['/1280.webp', '/original']);

    fireEvent.load(image('/original'));
    screen.getByRole('button', { name: 'Original shown' });
  });

  it('shows only the original if there is no copy', () => {
    expect(renderPicture({}, ORIGINAL_OPENED).sources()).toEqual(['/original']);
  });

  it('shows the original if the copy fails to load', () => {
    const { sources, image } = renderPicture({ media: MEDIA }, ORIGINAL_OPENED);

    fireEvent.error(image('/1280.webp'));

    expect(sources()).toEqual(['/320.webp', '/original']);
    expect(screen.getByRole('img').getAttribute('src')).toBe('/original');
  });

  it('shows the copy below the original once the failed URL of the copy is replaced', () => {
    const { sources, image, refresh } = renderPicture({ media: MEDIA }, ORIGINAL_OPENED);

    fireEvent.error(image('/1280.webp'));
    refresh({ ...MEDIA, thumbnail: '/320.webp?2' });
    expect(sources()).toEqual(['/320.webp?2', '/original']);

    refresh({ ...MEDIA, preview: '/1280.webp?2' });
    expect(sources()).toEqual(['/320.webp', '/1280.webp?2', '/original']);
  });

  it('shows the refreshed copy of HEIC, whose original cannot be shown', () => {
    const { sources, image, refresh } = renderPicture({ contentType: 'image/heic', media: MEDIA });

    fireEvent.error(image('/1280.webp'));
    refresh({ ...MEDIA, preview: '/1280.webp?2' });

    expect(sources()).toEqual(['/320.webp', '/1280.webp?2']);
    screen.getByText(/Download the original/);
  });

  it('shows the original of a GIF, whose copy does not move', () => {
    const { sources } = renderPicture({ contentType: 'image/gif', media: MEDIA }, ORIGINAL_OPENED);

    expect(sources()).toContain('/original');
  });

  it('never shows the original of HEIC, which is for download', () => {
    const { sources } = renderPicture({ contentType: 'image/heic', media: MEDIA }, ORIGINAL_OPENED);

    expect(sources()).not.toContain('/original');
    expect(screen.queryByRole('button', { name: 'Show original' })).toBeNull();
    screen.getByText(/Download the original/);
  });
});

describe('Picture after a failure', () => {
  it('keeps the copy if the original fails, with a Retry button', () => {
    const { sources, image, onRetry, update } = renderPicture({ media: MEDIA }, ORIGINAL_OPENED);

    fireEvent.click(screen.getByRole('button', { name: 'Show original' }));
    fireEvent.error(image('/original'));
    expect(sources()).toEqual(['/320.webp', '/1280.webp']);
    expect(screen.getByRole('alert').textContent).toContain("The original couldn't be loaded.");

    fireEvent.click(screen.getByRole('button', { name: 'Retry' }));
    expect(onRetry).toHaveBeenCalledOnce();

    update({ attempt: 1 });
    expect(sources()).toContain('/original');
  });

  it('announces the failure if no image can be shown', () => {
    const { image, onExpired } = renderPicture({}, ORIGINAL_OPENED);

    fireEvent.error(image('/original'));

    expect(screen.getByRole('alert').textContent).toContain("Your browser can't show this file here.");
    expect(onExpired).not.toHaveBeenCalled();
  });

  it('requests a new URL if the failed URL has expired', () => {
    const { image, onExpired } = renderPicture({}, { ...ORIGINAL_OPENED, isExpired: true });

    fireEvent.error(image('/original'));

    expect(onExpired).toHaveBeenCalledOnce();
    expect(screen.queryByRole('alert')).toBeNull();
  });

  it('shows why the file could not be opened only if there is no copy', () => {
    renderPicture({}, OPENING_FAILED);
    expect(screen.getByRole('alert').textContent).toContain("This file couldn't be opened. Offline.");

    cleanup();
    renderPicture({ media: MEDIA }, OPENING_FAILED);
    expect(screen.queryByRole('alert')).toBeNull();
  });
});

it.each([
  [{ altText: 'A reef', description: 'Noon' }, 'A reef'],
  [{ description: 'Uploaded on November 26, 2026' }, 'reef.jpg'],
])('Picture has the alternative text of its file, or the name of the file: %o', (texts, expectedText) => {
  renderPicture({ ...texts, media: MEDIA });

  expect(screen.getAllByRole('img').map((image) => image.getAttribute('alt'))).toEqual([expectedText]);
});

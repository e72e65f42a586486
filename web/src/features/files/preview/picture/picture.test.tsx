// @vitest-environment happy-dom
/** Tests of which version of a picture is shown: the thumbnail, the smaller copy, or the original. */
import { cleanup, fireEvent, render, screen } from '@testing-library/react';
import { afterEach, describe, expect, it, vi } from 'vitest';
import type { ListedFile } from '../../../../../../shared/contract/files.ts';
import { sampleFile } from '../../../../test-support/sample-data.ts';
import type { OpenedFile } from '../use-opened-file.ts';
import { Picture } from './picture.tsx';

afterEach(cleanup);

/** A picture with a thumbnail and a copy for the screen. The other image is its original. */
const MEDIA = { width: 4000, height: 3000, thumbnail: '/320.webp', preview: '/1280.webp' };

/** The state after the download URL of the original has arrived. */
const URL_KNOWN = { openedFile: { url: '/original' } };
/** The state after the request for the download URL has failed. */
const URL_FAILED = { openedFile: { problem: 'Offline.' } };

interface PictureOptions {
  /** The state of the opened file. Without a URL by default. */
  readonly openedFile?: Partial<OpenedFile>;
  /** Whether the download URL has expired. */
  readonly isExpired?: boolean;
}

/**
 * Renders the preview of a picture.
 *
 * @returns `listUrls` lists the URLs of the images on screen, `getImage` returns an image by its URL,
 *   `updateOpenedFile` changes the state of the opened file, and `refreshMedia` changes the media of the listed file
 */
function renderPicture(fileFields: Partial<ListedFile>, { openedFile = {}, isExpired = false }: PictureOptions = {}) {
  const file = sampleFile({ fileName: 'reef.jpg', contentType: 'image/jpeg', ...fileFields });
  const handlers = { isExpired: () => isExpired, onExpired: vi.fn(), onRetry: vi.fn() };
  const buildElement = (changes: Partial<OpenedFile>, media = file.media) => (
    <Picture
      file={{ ...file, media }}
      openedFile={{ key: file.key, attempt: 0, ...openedFile, ...changes }}
      {...handlers}
    />
  );
  const { container, rerender } = render(buildElement({}));

  const listUrls = () => [...container.querySelectorAll('img')].map((image) => image.getAttribute('src'));
  const getImage = (url: string) => container.querySelector(`img[src="${url}"]`)!;
  const updateOpenedFile = (changes: Partial<OpenedFile>) => rerender(buildElement(changes));
  const refreshMedia = (media: ListedFile['media']) => rerender(buildElement({}, media));

  return { ...handlers, listUrls, getImage, updateOpenedFile, refreshMedia };
}

describe('Picture', () => {
  it('shows the thumbnail and the copy, whether or not the download URL is known', () => {
    const { listUrls, updateOpenedFile } = renderPicture({ media: MEDIA });
    expect(listUrls()).toEqual(['/320.webp', '/1280.webp']);

    updateOpenedFile({ url: '/original' });
    expect(listUrls()).toEqual(['/320.webp', '/1280.webp']);
  });

  it('shows the original after a click, as soon as its URL is known', () => {
    const { listUrls, getImage, updateOpenedFile } = renderPicture({ media: MEDIA });

    fireEvent.load(getImage('/1280.webp'));
    fireEvent.click(screen.getByRole('button', { name: 'Show original' }));
    expect(listUrls()).toEqual(['/1280.webp']);

    updateOpenedFile({ url: '/original' });
    expect(listUrls()).toEqual(['/1280.webp', '/original']);

    fireEvent.load(getImage('/original'));
    screen.getByRole('button', { name: 'Original shown' });
  });

  it('shows the checkerboard of transparent pictures only behind a loaded picture', () => {
    const { getImage } = renderPicture({ media: MEDIA });
    const { classList } = getImage('/1280.webp').parentElement!;
    expect(classList).not.toContain('picture__box--loaded');

    fireEvent.load(getImage('/1280.webp'));
    expect(classList).toContain('picture__box--loaded');
  });

  it('removes the copy below the loaded original, whose transparent parts would show it', () => {
    const { listUrls, getImage } = renderPicture({ contentType: 'image/gif', media: MEDIA }, URL_KNOWN);
    fireEvent.load(getImage('/1280.webp'));

    fireEvent.load(getImage('/original'));

    expect(listUrls()).toEqual(['/original']);
    expect(screen.getByRole('img').getAttribute('alt')).toBe('reef.jpg');
  });

  it('shows only the original if there is no copy', () => {
    expect(renderPicture({}, URL_KNOWN).listUrls()).toEqual(['/original']);
  });

  it('shows the original if the copy fails to load', () => {
    const { listUrls, getImage } = renderPicture({ media: MEDIA }, URL_KNOWN);

    fireEvent.error(getImage('/1280.webp'));

    expect(listUrls()).toEqual(['/320.webp', '/original']);
    expect(screen.getByRole('img').getAttribute('src')).toBe('/original');
  });

  it('shows the copy below the original once the failed URL of the copy is replaced', () => {
    const { listUrls, getImage, refreshMedia } = renderPicture({ media: MEDIA }, URL_KNOWN);

    fireEvent.error(getImage('/1280.webp'));
    refreshMedia({ ...MEDIA, thumbnail: '/320.webp?2' });
    expect(listUrls()).toEqual(['/320.webp?2', '/original']);

    refreshMedia({ ...MEDIA, preview: '/1280.webp?2' });
    expect(listUrls()).toEqual(['/320.webp', '/1280.webp?2', '/original']);
  });

  it('shows the refreshed copy of HEIC, whose original cannot be shown', () => {
    const { listUrls, getImage, refreshMedia } = renderPicture({ contentType: 'image/heic', media: MEDIA });

    fireEvent.error(getImage('/1280.webp'));
    refreshMedia({ ...MEDIA, preview: '/1280.webp?2' });

    expect(listUrls()).toEqual(['/320.webp', '/1280.webp?2']);
    screen.getByText(/Download the original/);
  });

  it('shows the original of a GIF, whose copy does not move', () => {
    const { listUrls } = renderPicture({ contentType: 'image/gif', media: MEDIA }, URL_KNOWN);

    expect(listUrls()).toContain('/original');
  });

  it('shows the original of an animated WebP, but not of a still one', () => {
    const animation = renderPicture({ contentType: 'image/webp', media: { ...MEDIA, animated: true } }, URL_KNOWN);
    expect(animation.listUrls()).toContain('/original');

    cleanup();
    const picture = renderPicture({ contentType: 'image/webp', media: MEDIA }, URL_KNOWN);
    expect(picture.listUrls()).not.toContain('/original');
  });

  it('never shows the original of HEIC, which is for download', () => {
    const { listUrls } = renderPicture({ contentType: 'image/heic', media: MEDIA }, URL_KNOWN);

    expect(listUrls()).not.toContain('/original');
    expect(screen.queryByRole('button', { name: 'Show original' })).toBeNull();
    screen.getByText(/Download the original/);
  });
});

describe('Picture after a failure', () => {
  it('keeps the copy if the original fails, with a Retry button', () => {
    const { listUrls, getImage, onRetry, updateOpenedFile } = renderPicture({ media: MEDIA }, URL_KNOWN);

    fireEvent.click(screen.getByRole('button', { name: 'Show original' }));
    fireEvent.error(getImage('/original'));
    expect(listUrls()).toEqual(['/320.webp', '/1280.webp']);
    expect(screen.getByRole('alert').textContent).toContain("The original couldn't be loaded.");

    fireEvent.click(screen.getByRole('button', { name: 'Retry' }));
    expect(onRetry).toHaveBeenCalledOnce();

    updateOpenedFile({ attempt: 1 });
    expect(listUrls()).toContain('/original');
  });

  it('announces the failure if no image can be shown', () => {
    const { getImage, onExpired } = renderPicture({}, URL_KNOWN);

    fireEvent.error(getImage('/original'));

    expect(screen.getByRole('alert').textContent).toContain("Your browser can't show this file here.");
    expect(onExpired).not.toHaveBeenCalled();
  });

  it('requests a new URL if the failed URL has expired', () => {
    const { getImage, onExpired } = renderPicture({}, { ...URL_KNOWN, isExpired: true });

    fireEvent.error(getImage('/original'));

    expect(onExpired).toHaveBeenCalledOnce();
    expect(screen.queryByRole('alert')).toBeNull();
  });

  it('shows why the file could not be opened only if there is no copy', () => {
    renderPicture({}, URL_FAILED);
    expect(screen.getByRole('alert').textContent).toContain("This file couldn't be opened. Offline.");

    cleanup();
    renderPicture({ media: MEDIA }, URL_FAILED);
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

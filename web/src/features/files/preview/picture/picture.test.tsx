// @vitest-environment happy-dom
import { cleanup, fireEvent, render, screen } from '@testing-library/react';
import { afterEach, describe, expect, it, vi } from 'vitest';
import type { ListedFile } from '../../../../../../shared/contract/files.ts';
import { sampleFile } from '../../../../test-support/sample-data.ts';
import type { OpenedFile } from '../use-opened-file.ts';
import { Picture } from './picture.tsx';

afterEach(cleanup);

const MEDIA = { width: 4000, height: 3000, thumbnail: '/320.webp', preview: '/1280.webp' };

function renderPicture(changes: Partial<ListedFile>, openedFile: Partial<OpenedFile> = {}, isExpired = false) {
  const file = sampleFile({ fileName: 'reef.jpg', contentType: 'image/jpeg', ...changes });
  const handlers = { isExpired: () => isExpired, onExpired: vi.fn(), onRetry: vi.fn() };
  const element = (props: Partial<OpenedFile>, media = file.media) => (
    <Picture file={{ ...file, media }} opened={{ key: file.key, attempt: 0, ...openedFile, ...props }} {...handlers} />
  );
  const { container, rerender } = render(element({}));
  const sources = () => [...container.querySelectorAll('img')].map((image) => image.getAttribute('src'));
  const image = (src: string) => container.querySelector(`img[src="${src}"]`)!;
  const update = (props: Partial<OpenedFile>) => rerender(element(props));
  const refresh = (media: ListedFile['media']) => rerender(element({}, media));
  return { ...handlers, sources, image, update, refresh };
}

describe('images of a picture', () => {
  it('are thumbnail and copy before the download URL is known, and after', () => {
    const { sources, update } = renderPicture({ media: MEDIA });
    expect(sources()).toEqual(['/320.webp', '/1280.webp']);
    update({ url: '/original' });
    expect(sources()).toEqual(['/320.webp', '/1280.webp']);
  });

  it('include the original after a click, as soon as its URL is known', () => {
    const { sources, image, update } = renderPicture({ media: MEDIA });
    fireEvent.load(image('/1280.webp'));
    fireEvent.click(screen.getByRole('button', { name: 'Show original' }));
    expect(sources()).toEqual(['/1280.webp']);

    update({ url: '/original' });
    expect(sources()).toEqual(['/1280.webp', '/original']);

    fireEvent.load(image('/original'));
    screen.getByRole('button', { name: 'Original shown' });
  });

  it('are only the original if there is no copy, or the copy fails', () => {
    expect(renderPicture({}, { url: '/original' }).sources()).toEqual(['/original']);

    cleanup();
    const { sources, image } = renderPicture({ media: MEDIA }, { url: '/original' });
    fireEvent.error(image('/1280.webp'));

    expect(sources()).toEqual(['/320.webp', '/original']);
    expect(screen.getByRole('img').getAttribute('src')).toBe('/original');
  });

  it('include the copy again once its failed URL is replaced, below the original', () => {
    const { sources, image, refresh } = renderPicture({ media: MEDIA }, { url: '/original' });
    fireEvent.error(image('/1280.webp'));
    refresh({ ...MEDIA, thumbnail: '/320.webp?2' });
    expect(sources()).toEqual(['/320.webp?2', '/original']);

    refresh({ ...MEDIA, preview: '/1280.webp?2' });
    expect(sources()).toEqual(['/320.webp', '/1280.webp?2', '/original']);
  });

  it('include the refreshed copy of HEIC, whose original cannot be shown', () => {
    const { sources, image, refresh } = renderPicture({ contentType: 'image/heic', media: MEDIA });
    fireEvent.error(image('/1280.webp'));
    refresh({ ...MEDIA, preview: '/1280.webp?2' });

    expect(sources()).toEqual(['/320.webp', '/1280.webp?2']);
    screen.getByText(/Download the original/);
  });

  it('include the original of a GIF, whose copy does not move', () => {
    const { sources } = renderPicture({ contentType: 'image/gif', media: MEDIA }, { url: '/original' });
    expect(sources()).toContain('/original');
  });

  it('never include the original of HEIC, which is for download', () => {
    const { sources } = renderPicture({ contentType: 'image/heic', media: MEDIA }, { url: '/original' });
    expect(sources()).not.toContain('/original');
    expect(screen.queryByRole('button', { name: 'Show original' })).toBeNull();
    screen.getByText(/Download the original/);
  });
});

describe('failures of a picture', () => {
  it('keep the copy if the original fails, with a Retry button', () => {
    const { sources, image, onRetry, update } = renderPicture({ media: MEDIA }, { url: '/original' });
    fireEvent.click(screen.getByRole('button', { name: 'Show original' }));
    fireEvent.error(image('/original'));

    expect(sources()).toEqual(['/320.webp', '/1280.webp']);
    expect(screen.getByRole('alert').textContent).toContain("The original couldn't be loaded.");

    fireEvent.click(screen.getByRole('button', { name: 'Retry' }));
    expect(onRetry).toHaveBeenCalledOnce();

    update({ attempt: 1 });
    expect(sources()).toContain('/original');
  });

  it('are announced in place of a picture without any image', () => {
    const { image, onExpired } = renderPicture({}, { url: '/original' });
    fireEvent.error(image('/original'));
    expect(screen.getByRole('alert').textContent).toContain("Your browser can't show this file here.");
    expect(onExpired).not.toHaveBeenCalled();
  });

  it('request a new URL if it has expired', () => {
    const { image, onExpired } = renderPicture({}, { url: '/original' }, true);
    fireEvent.error(image('/original'));
    expect(onExpired).toHaveBeenCalledOnce();
    expect(screen.queryByRole('alert')).toBeNull();
  });

  it('failures of a picture of the opening are shown only if no copy can be', () => {
    renderPicture({}, { problem: 'Offline.' });
    expect(screen.getByRole('alert').textContent).toContain("This file couldn't be opened. Offline.");
    cleanup();
    renderPicture({ media: MEDIA }, { problem: 'Offline.' });
    expect(screen.queryByRole('alert')).toBeNull();
  });
});

it.each([
  [{ altText: 'A reef', description: 'Noon' }, 'A reef'],
  [{ description: 'Uploaded on November 26, 2026' }, 'reef.jpg'],
])('has the alternative text of the file, or its name: %o', (texts, name) => {
  renderPicture({ ...texts, media: MEDIA });
  expect(screen.getAllByRole('img').map((image) => image.getAttribute('alt'))).toEqual([name]);
});

// @vitest-environment happy-dom
/** Tests of the thumbnail on a file's card, and of what it shows until the picture has loaded. */
import { fireEvent, render } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { sampleFile } from '../../../test-support/sample-data.ts';
import { FileThumbnail } from './file-thumbnail.tsx';

/** A ThumbHash in Base64. */
const PLACEHOLDER = '1QcSHQRnh493V4dIh4eXh1h4kJUI';

/** Builds a picture whose thumbnail has this URL. */
const buildPicture = (thumbnail: string, altText = '') =>
  sampleFile({
    contentType: 'image/png',
    altText,
    media: { width: 1200, height: 800, placeholder: PLACEHOLDER, thumbnail },
  });

describe('FileThumbnail', () => {
  it('loads the picture lazily, with its dimensions and alternative text', () => {
    const { container } = render(<FileThumbnail file={buildPicture('/320.webp', 'A reef at noon')} />);

    const { attributes } = container.querySelector('img')!;
    const valuesByName = Object.fromEntries([...attributes].map(({ name, value }) => [name, value]));
    expect(valuesByName).toEqual({
      src: '/320.webp',
      alt: 'A reef at noon',
      width: '1200',
      height: '800',
      loading: 'lazy',
      decoding: 'async',
    });
  });

  it('shows the average colour until the picture has loaded', () => {
    const { container } = render(<FileThumbnail file={buildPicture('/320.webp')} />);
    const frame = container.querySelector<HTMLElement>('.file-thumbnail')!;
    expect(frame.style.backgroundColor).not.toBe('');

    fireEvent.load(container.querySelector('img')!);
    expect(frame.style.backgroundColor).toBe('');
  });

  it('shows the checkerboard of transparent pictures only behind a loaded picture', () => {
    const { container } = render(<FileThumbnail file={buildPicture('/320.webp')} />);
    const { classList } = container.querySelector('.file-thumbnail')!;
    expect(classList).not.toContain('file-thumbnail--loaded');

    fireEvent.load(container.querySelector('img')!);
    expect(classList).toContain('file-thumbnail--loaded');
  });

  it("shows the icon of the file's kind if the picture fails to load, until the list has a new URL", () => {
    const { container, rerender } = render(<FileThumbnail file={buildPicture('/old.webp')} />);

    fireEvent.error(container.querySelector('img')!);
    expect(container.querySelector('img')).toBeNull();
    expect(container.querySelector('.file-icon')?.getAttribute('data-kind')).toBe('image');

    rerender(<FileThumbnail file={buildPicture('/new.webp')} />);
    expect(container.querySelector('img')?.getAttribute('src')).toBe('/new.webp');
  });

  it.each([
    ['video/mp4', { duration: 62.4 }, 'Duration: 1:02'],
    ['application/pdf', { pages: 12 }, '12 pages 12 p.'],
    ['application/pdf', { pages: 1 }, '1 page 1 p.'],
    ['text/plain', undefined, ''],
  ])('shows the duration or the number of pages, if known: %s with %j', (contentType, media, text) => {
    const { container } = render(<FileThumbnail file={sampleFile({ contentType, media })} />);

    expect(container.textContent).toBe(text);
  });

  it('abbreviates the number of pages, except for screen readers', () => {
    const { container } = render(<FileThumbnail file={sampleFile({ media: { pages: 500 } })} />);
    const badge = container.querySelector('.file-thumbnail__badge')!;

    expect(badge.querySelector('.visually-hidden')?.textContent).toBe('500 pages');
    expect(badge.querySelector('[aria-hidden="true"]')?.textContent).toBe('500 p.');
  });
});

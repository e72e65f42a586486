import type { ListedFile } from '../../../../../shared/contract/files.ts';
import { formatFileSize } from '../../../platform/text/format-number.ts';
import { formatTime } from './player/media-time.ts';
import { texts } from './texts.ts';

/** Describes a file in one line: its size, dimensions, duration, and pages, as far as they are known. */
export function describeFacts({ size, media = {} }: Pick<ListedFile, 'size' | 'media'>): string {
  const { width, height, duration, pages } = media;
  const facts = [
    formatFileSize(size),
    width && height && `${width} × ${height}`,
    duration !== undefined && formatTime(duration),
    pages && texts.pages(pages),
  ];

  return facts.filter(Boolean).join(' · ');
}

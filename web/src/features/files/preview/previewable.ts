import { fileKindOf } from '../file-kind.ts';

const KINDS = new Set(['image', 'video', 'audio', 'pdf', 'text']);

/** Whether a file of this type is shown within the page; everything else is downloaded. */
export function isPreviewable(contentType: string): boolean {
  return KINDS.has(fileKindOf(contentType));
}

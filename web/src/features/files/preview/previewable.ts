import { type FileKind, fileKindOf } from '../file-kind.ts';

const KINDS = ['image', 'video', 'audio', 'pdf', 'text'] as const;

/** What is shown within the page. */
export type PreviewKind = (typeof KINDS)[number];

/** As what a file of this type is shown within the page; everything else is downloaded. */
export function previewKindOf(contentType: string): PreviewKind | undefined {
  const kind: FileKind = fileKindOf(contentType);
  return KINDS.find((one) => one === kind);
}

/** Whether a file of this type is shown within the page. */
export function isPreviewable(contentType: string): boolean {
  return previewKindOf(contentType) !== undefined;
}

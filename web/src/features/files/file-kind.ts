export type FileKind = 'image' | 'video' | 'audio' | 'pdf' | 'archive' | 'text' | 'generic';

/** The kind of a file, for its icon (specification §2 "Dashboard"). */
export function fileKindOf(contentType: string): FileKind {
  const [family] = contentType.split('/');
  if (family === 'image' || family === 'video' || family === 'audio' || family === 'text') return family;
  if (contentType === 'application/pdf') return 'pdf';
  if (/zip|rar|compressed/.test(contentType)) return 'archive';
  return 'generic';
}

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

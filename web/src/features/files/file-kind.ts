/** The kinds of files. Each kind has an icon. */
export type FileKind = 'image' | 'video' | 'audio' | 'pdf' | 'archive' | 'text' | 'generic';

/** Returns the kind of a file for its icon. */
export function fileKindFor(contentType: string): FileKind {
  const [family] = contentType.split('/');
  if (family === 'image' || family === 'video' || family === 'audio' || family === 'text') return family;
  if (contentType === 'application/pdf') return 'pdf';
  if (/zip|rar|compressed/.test(contentType)) return 'archive';
  return 'generic';
}

const PREVIEW_KINDS = ['image', 'video', 'audio', 'pdf', 'text'] as const;

/** Kinds of files that the page can preview. */
export type PreviewKind = (typeof PREVIEW_KINDS)[number];

/** Returns how to preview a file of this type, or undefined if it can only be downloaded. */
export function previewKindFor(contentType: string): PreviewKind | undefined {
  const kind: FileKind = fileKindFor(contentType);
  // Narrows the type to `PreviewKind`.
  return PREVIEW_KINDS.find((previewKind) => previewKind === kind);
}

/** Returns whether the page can preview a file of this type. */
export function isPreviewable(contentType: string): boolean {
  return previewKindFor(contentType) !== undefined;
}

export type FileKind = 'image' | 'video' | 'audio' | 'pdf' | 'archive' | 'text' | 'generic';

/** The kind of a file, for its icon (specification §2 "Dashboard"). */
export function fileKindOf(contentType: string): FileKind {
  const [family] = contentType.split('/');
  if (family === 'image' || family === 'video' || family === 'audio' || family === 'text') return family;
  if (contentType === 'application/pdf') return 'pdf';
  if (/zip|rar|compressed/.test(contentType)) return 'archive';
  return 'generic';
}

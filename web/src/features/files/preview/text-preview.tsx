import { useQuery } from '@tanstack/react-query';
import type { ListedFile } from '../../../../../shared/contract/files.ts';
import { formatFileSize } from '../../../platform/text/format-number.ts';
import { PreviewProblem, PreviewSkeleton } from './preview-states.tsx';
import { MAX_TEXT_BYTES, readText } from './read-text.ts';
import { texts } from './texts.ts';

/** The beginning of a text file, as plain text. */
export function TextPreview({ file, url, onRetry }: { file: ListedFile; url: string; onRetry: () => void }) {
  const { data, error } = useQuery({
    queryKey: ['preview', 'text', url],
    queryFn: ({ signal }) => readText(url, signal),
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
    retry: false,
  });

  if (error) return <PreviewProblem problem={texts.textFailed(error.message)} onRetry={onRetry} />;
  if (data === undefined) return <PreviewSkeleton kind="text" />;

  return (
    <>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: keyboards must reach a scrollable area. */}
      <section className="preview__text" tabIndex={0} aria-label={file.fileName}>
        <pre dir="auto">{data}</pre>
      </section>
      {file.size > MAX_TEXT_BYTES && (
        <p className="soft preview__note">{texts.textTruncated(formatFileSize(MAX_TEXT_BYTES))}</p>
      )}
    </>
  );
}

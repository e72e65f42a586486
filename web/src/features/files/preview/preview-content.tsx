import { useState } from 'react';
import type { ListedFile } from '../../../../../shared/contract/files.ts';
import { fileKindOf } from '../file-kind.ts';
import { texts } from '../texts.ts';
import { PreviewProblem } from './preview-problem.tsx';
import { TextPreview } from './text-preview.tsx';

interface PreviewContentProps {
  readonly file: ListedFile;
  readonly url: string;
  readonly onRetry: () => void;
}

/** A file in the browser's own element for its kind. An SVG is a picture like any other: in an `img` it runs nothing. */
export function PreviewContent({ file, url, onRetry }: PreviewContentProps) {
  const [broken, setBroken] = useState(false);
  const onError = () => setBroken(true);
  const { fileName, contentType } = file;
  if (broken) return <PreviewProblem problem={texts.notShown} onRetry={onRetry} />;
  switch (fileKindOf(contentType)) {
    case 'image':
      return <img className="preview__media" src={url} alt={file.description || fileName} onError={onError} />;
    case 'video':
      return (
        // biome-ignore lint/a11y/useMediaCaption: members' films come without captions.
        <video className="preview__media" src={url} controls playsInline aria-label={fileName} onError={onError} />
      );
    case 'audio':
      return (
        // biome-ignore lint/a11y/useMediaCaption: members' recordings come without captions.
        <audio className="preview__audio" src={url} controls aria-label={fileName} onError={onError} />
      );
    case 'pdf':
      if (navigator.pdfViewerEnabled === false) return <PreviewProblem problem={texts.notShown} />;
      return <iframe className="preview__page" src={url} title={fileName} />;
    case 'text':
      return <TextPreview file={file} url={url} onRetry={onRetry} />;
    default:
      return <PreviewProblem problem={texts.notShown} />;
  }
}

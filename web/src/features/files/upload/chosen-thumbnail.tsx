import { useEffect, useState } from 'react';
import { FileIcon } from '../card/file-icon.tsx';
import { detectMediaType } from './check-file.ts';

interface ChosenThumbnailProps {
  readonly file: File;
  /** A picture that stands for a video. */
  readonly poster?: Blob | undefined;
}

/** Shows a small picture of a chosen file, or an icon if the browser can't show the file. */
export function ChosenThumbnail({ file, poster }: ChosenThumbnailProps) {
  const contentType = detectMediaType(file);
  const picture = poster ?? (contentType.startsWith('image/') ? file : undefined);
  const [url, setUrl] = useState<string>();

  useEffect(() => {
    if (!picture) return;

    const objectUrl = URL.createObjectURL(picture);
    setUrl(objectUrl);

    return () => {
      URL.revokeObjectURL(objectUrl);
      setUrl(undefined);
    };
  }, [picture]);

  return (
    <span className="chosen-thumbnail">
      <FileIcon contentType={contentType} />
      {url && <img src={url} alt="" decoding="async" onError={() => setUrl(undefined)} />}
    </span>
  );
}

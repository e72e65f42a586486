import { type CSSProperties, createContext, use, useMemo, useState } from 'react';
import './file-thumbnail.css';
import type { ListedFile } from '../../../../../shared/contract/files.ts';
import { fileKindFor } from '../file-kind.ts';
import { formatTime } from '../preview/player/media-time.ts';
import { FileIcon } from './file-icon.tsx';
import { computePlaceholderColour } from './placeholder-colour.ts';
import { texts } from './texts.ts';

interface FileThumbnailProps {
  readonly file: Pick<ListedFile, 'contentType' | 'altText' | 'media'>;
}

/** Returns a style that shows the average colour of a ThumbHash in Base64. */
export function buildColourStyle(placeholder: string): CSSProperties {
  return { backgroundColor: computePlaceholderColour(placeholder) };
}

/**
 * Provides the function that builds the style of a picture until the picture has loaded.
 *
 * The gallery provides one that shows a blurred picture. The default needs less code.
 */
export const PlaceholderStyleContext = createContext(buildColourStyle);

/**
 * A file's small picture with its duration or pages. Shows the icon of its kind if there is no picture, or if the
 * picture fails to load.
 *
 * Render it next to the file name, because a picture without an alternative text is hidden from screen readers.
 */
export function FileThumbnail({ file }: FileThumbnailProps) {
  const { contentType, altText, media = {} } = file;
  const { thumbnail, placeholder, width, height } = media;

  // Stores the URL instead of a boolean: a refetched list has a new URL, which is worth another attempt.
  const [failedUrl, setFailedUrl] = useState<string>();
  const [isLoaded, setIsLoaded] = useState(false);
  const buildPlaceholderStyle = use(PlaceholderStyleContext);
  const style = useMemo(
    () => (placeholder && !isLoaded ? buildPlaceholderStyle(placeholder) : undefined),
    [placeholder, isLoaded, buildPlaceholderStyle],
  );

  if (!thumbnail || failedUrl === thumbnail) {
    return (
      <span className="file-thumbnail">
        <FileIcon contentType={contentType} />
        <Badge media={media} />
      </span>
    );
  }

  const modifier = isLoaded ? 'loaded' : 'picture';

  return (
    <span className={`file-thumbnail file-thumbnail--${modifier}`} data-kind={fileKindFor(contentType)} style={style}>
      <img
        src={thumbnail}
        alt={altText}
        width={width}
        height={height}
        loading="lazy"
        decoding="async"
        onLoad={() => setIsLoaded(true)}
        onError={() => setFailedUrl(thumbnail)}
      />
      <Badge media={media} />
    </span>
  );
}

/** The duration of a video or sound, or the pages of a PDF. */
function Badge({ media: { duration, pages } }: { media: NonNullable<ListedFile['media']> }) {
  if (duration === undefined && pages === undefined) return null;

  return (
    <span className="file-thumbnail__badge">
      {duration === undefined ? (
        <>
          <span className="visually-hidden">{texts.pages(pages ?? 0)}</span>{' '}
          <span aria-hidden="true">{texts.shortPages(pages ?? 0)}</span>
        </>
      ) : (
        <>
          <span className="visually-hidden">{texts.duration}</span> {formatTime(duration)}
        </>
      )}
    </span>
  );
}

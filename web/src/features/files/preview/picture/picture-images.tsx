import type { RefObject, SyntheticEvent } from 'react';
import type { PictureSources } from './use-sources.ts';

interface PictureImagesProps {
  readonly sources: PictureSources;
  readonly alt: string;
  /** The attempt to show the file. A new attempt loads the original again. */
  readonly attempt: number;
  /** Whether the copy or the original has loaded. The thumbnail then disappears. */
  readonly isLoaded: boolean;
  /** The image of the copy, so that its size can be read. */
  readonly copyElement: RefObject<HTMLImageElement | null>;
  /** Called when the copy or the original has loaded. */
  readonly onLoad: (event: SyntheticEvent<HTMLImageElement>) => void;
  readonly onOriginalError: () => void;
}

/** The thumbnail, the copy, and the original, on top of each other. The original then replaces the copy. */
export function PictureImages(props: PictureImagesProps) {
  const { sources, alt, attempt, isLoaded, copyElement, onLoad, onOriginalError } = props;
  // The copy would be visible through the transparent parts of an original, as a ghost behind an animation.
  const visibleCopyUrl = sources.originalState === 'shown' ? undefined : sources.copyUrl;

  return (
    <>
      {!isLoaded && sources.thumbnailUrl && <img src={sources.thumbnailUrl} alt="" />}
      {visibleCopyUrl && (
        <img ref={copyElement} src={visibleCopyUrl} alt={alt} onLoad={onLoad} onError={sources.onCopyError} />
      )}
      {/* Only one of the two images has the text, so that screen readers read it once. */}
      {sources.originalUrl && (
        <img
          key={attempt}
          src={sources.originalUrl}
          alt={visibleCopyUrl ? '' : alt}
          // Otherwise, some browsers show nothing for a moment after the copy has disappeared.
          decoding="sync"
          onLoad={(event) => {
            onLoad(event);
            sources.onOriginalLoad();
          }}
          onError={onOriginalError}
        />
      )}
    </>
  );
}

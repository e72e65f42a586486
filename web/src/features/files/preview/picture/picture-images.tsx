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

/** The thumbnail, the copy, and the original, on top of each other. */
export function PictureImages(props: PictureImagesProps) {
  const { sources, alt, attempt, isLoaded, copyElement, onLoad, onOriginalError } = props;

  return (
    <>
      {!isLoaded && sources.thumbnail && <img src={sources.thumbnail} alt="" />}
      {sources.copy && (
        <img ref={copyElement} src={sources.copy} alt={alt} onLoad={onLoad} onError={sources.onCopyError} />
      )}
      {/* Only one of the two images has the text, so that screen readers read it once. */}
      {sources.original && (
        <img
          key={attempt}
          src={sources.original}
          alt={sources.copy ? '' : alt}
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

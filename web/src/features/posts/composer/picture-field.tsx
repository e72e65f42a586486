import { type RefObject, useEffect, useState } from 'react';
import { MAX_IMAGE_ALT_LENGTH } from '../../../../../shared/rules/limits.ts';
import { ProgressBar } from '../../../design/progress-bar.tsx';
import type { PostPicture } from './create-post.ts';
import { texts } from './texts.ts';

interface PictureFieldProps {
  /** Prefix of the elements' IDs. */
  readonly id: string;
  readonly picture: PostPicture;
  readonly readOnly: boolean;
  /** The input for the description, so that the composer can focus it. */
  readonly field: RefObject<HTMLInputElement | null>;
  readonly onDescribe: (alt: string) => void;
  readonly onRemove: () => void;
}

/** Preview of the composer's picture, with a field for its description. */
export function PictureField({ id, picture: { file, alt }, readOnly, field, onDescribe, onRemove }: PictureFieldProps) {
  const [previewUrl, setPreviewUrl] = useState<string>();

  useEffect(() => {
    const objectUrl = URL.createObjectURL(file);
    setPreviewUrl(objectUrl);

    // The browser keeps the file in memory until the URL is revoked.
    return () => URL.revokeObjectURL(objectUrl);
  }, [file]);

  return (
    <div className="picture-field">
      <div className="picture-field__preview">
        {previewUrl && <img src={previewUrl} alt={texts.preview} />}
        <button
          type="button"
          className="icon-button picture-field__remove"
          aria-label={texts.removePicture}
          aria-disabled={readOnly}
          onClick={onRemove}
        >
          <svg viewBox="0 0 24 24" aria-hidden="true">
            <path d="M6 6l12 12M18 6 6 18" />
          </svg>
        </button>
      </div>
      <div className="picture-field__alt">
        <label htmlFor={`${id}alt`}>{texts.altLabel}</label>
        <input
          ref={field}
          id={`${id}alt`}
          className="text-field"
          dir="auto"
          value={alt}
          maxLength={MAX_IMAGE_ALT_LENGTH}
          readOnly={readOnly}
          aria-describedby={`${id}advice`}
          onChange={(event) => onDescribe(event.target.value)}
        />
        <span id={`${id}advice`} className="soft">
          {texts.altAdvice}
        </span>
      </div>
    </div>
  );
}

/** Shows the upload progress of the picture, in percent. */
export function PictureProgress({ progress }: { progress: number }) {
  return (
    <div className="sending">
      <span aria-hidden="true">
        {texts.sendingPicture} {texts.percent(progress)}
      </span>
      <ProgressBar label={texts.sendingPicture} percent={progress} />
    </div>
  );
}

import { PICTURE_EXTENSIONS } from '../../../platform/pictures/picture.ts';
import { texts } from './texts.ts';

interface PictureButtonProps {
  /** Whether the post has a picture. */
  readonly hasPicture: boolean;
  /** Whether a chosen picture is being checked and re-encoded. */
  readonly isOpening: boolean;
  readonly disabled: boolean;
  readonly onChoose: (file: File) => void;
}

/** The button to choose a picture file. */
export function PictureButton({ hasPicture, isOpening, disabled, onChoose }: PictureButtonProps) {
  const label = hasPicture ? texts.changePicture : texts.addPicture;

  return (
    <label
      className={`button button--quiet button--small picture-button${disabled ? ' picture-button--disabled' : ''}`}
    >
      <input
        type="file"
        className="visually-hidden"
        accept={PICTURE_EXTENSIONS}
        disabled={disabled}
        onChange={(event) => {
          const [file] = event.target.files ?? [];
          if (file) onChoose(file);
          // Choosing the same file again must fire a change event.
          event.target.value = '';
        }}
      />
      <svg viewBox="0 0 24 24" aria-hidden="true">
        <path d="M3 5h18v14H3zM3 16l5.500-5.500 4.500 4.500 2.500-2.500L21 17M15.500 9.500a1 1 0 1 0 0-.1" />
      </svg>
      <span className={`picture-button__label${isOpening ? ' picture-button__label--busy' : ''}`}>
        {isOpening ? texts.readingPicture : label}
      </span>
    </label>
  );
}

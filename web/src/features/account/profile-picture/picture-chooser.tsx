import { type RefObject, useId, useRef } from 'react';
import type { OwnProfile } from '../../../../../shared/contract/account.ts';
import { Avatar } from '../../../ocean/avatar.tsx';
import { PICTURE_EXTENSIONS } from '../../../platform/pictures/picture.ts';
import './profile-picture.css';
import { ProgressRing } from './progress-ring.tsx';
import { texts } from './texts.ts';
import type { usePictureChoice } from './use-picture-choice.ts';

interface PictureChooserProps {
  readonly profile: OwnProfile;
  readonly pictureChoice: ReturnType<typeof usePictureChoice>;
  /** The upload's progress in percent, or undefined while nothing is uploaded. */
  readonly percent: number | undefined;
}

/** Shows the current or chosen picture, with buttons to choose a new one, remove it, or keep the current one. */
export function PictureChooser({
  profile,
  pictureChoice: { choice, problem, choose, remove, reset, countFileDialog },
  percent,
}: PictureChooserProps) {
  const id = useId();
  const fileInput = useRef<HTMLInputElement>(null);
  const isBusy = percent !== undefined;
  const isCurrent = choice.kind === 'current';
  const avatarPicture = isCurrent ? profile.profilePicture : '';
  const undoLabel = profile.profilePicture ? texts.keepPicture : texts.discardPicture;

  function undo() {
    // Without a current picture, the pressed button disappears, so the focus moves to the file input.
    if (!profile.profilePicture) fileInput.current?.focus();
    reset();
  }

  return (
    <div className="picture-chooser">
      <ProgressRing percent={percent} label={texts.uploadProgress}>
        {choice.kind === 'chosen' ? (
          <img className="picture-chooser__preview" src={choice.previewUrl} alt={texts.preview} />
        ) : (
          <Avatar username={profile.username} picture={avatarPicture} size={144} />
        )}
      </ProgressRing>
      <p id={`${id}note`} className="soft">
        {texts.pictureNote}
      </p>
      <div className="button-row picture-chooser__actions">
        <FileButton
          input={fileInput}
          label={choice.kind === 'chosen' ? texts.chooseOther : texts.choosePicture}
          noteId={`${id}note`}
          isBusy={isBusy}
          onOpen={countFileDialog}
          onChoose={(file) => void choose(file)}
        />
        {/* The text of one button changes, so that the button keeps the focus. */}
        {!isBusy && (profile.profilePicture || !isCurrent) && (
          <button type="button" className="button button--quiet button--small" onClick={isCurrent ? remove : undo}>
            {isCurrent ? texts.removePicture : undoLabel}
          </button>
        )}
      </div>
      <div role="alert">{problem && <p className="card-problem">{problem}</p>}</div>
    </div>
  );
}

interface FileButtonProps {
  readonly input: RefObject<HTMLInputElement | null>;
  readonly label: string;
  /** The ID of the note about suitable files. */
  readonly noteId: string;
  readonly isBusy: boolean;
  /** Called when the member opens the file dialog. */
  readonly onOpen: () => void;
  readonly onChoose: (file: File) => void;
}

/** The button that opens the browser's file dialog. */
function FileButton({ input, label, noteId, isBusy, onOpen, onChoose }: FileButtonProps) {
  return (
    <label className={`button button--quiet button--small${isBusy ? ' picture-chooser__busy' : ''}`}>
      {label}
      <input
        ref={input}
        type="file"
        className="visually-hidden"
        accept={PICTURE_EXTENSIONS}
        aria-describedby={noteId}
        disabled={isBusy}
        onClick={onOpen}
        onChange={({ target }) => {
          const file = target.files?.[0];
          // Resets the field, so that choosing the same file again fires a change event.
          target.value = '';
          if (file) onChoose(file);
        }}
      />
    </label>
  );
}

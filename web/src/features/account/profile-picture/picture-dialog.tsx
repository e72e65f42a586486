import { useId } from 'react';
import type { OwnProfile } from '../../../../../shared/contract/account.ts';
import { Modal } from '../../../design/modal.tsx';
import { useAction } from '../../../platform/state/use-action.ts';
import { showToast } from '../../../platform/toasts.ts';
import { PictureChooser } from './picture-chooser.tsx';
import { texts } from './texts.ts';
import { usePictureChoice } from './use-picture-choice.ts';
import { useSavePicture } from './use-save-picture.ts';

interface PictureDialogProps {
  readonly profile: OwnProfile;
  readonly onClose: () => void;
}

/** The member's choice when they pressed the button that saves it. */
interface SaveInput extends Pick<ReturnType<typeof usePictureChoice>, 'choice' | 'fileDialogCount'> {}

/** Returns the picture of a choice. Undefined if the choice removes the picture. */
const pictureOf = ({ choice }: SaveInput) => (choice.kind === 'chosen' ? choice.picture : undefined);

/**
 * The dialog that changes or removes the member's profile picture. Shows errors inside.
 *
 * Closes on success, unless the member has made another choice since, or opened the file dialog to make one.
 */
export default function PictureDialog({ profile, onClose }: PictureDialogProps) {
  const id = useId();
  const pictureChoice = usePictureChoice();
  const { percent, save } = useSavePicture(profile.id);
  const { choice, fileDialogCount } = pictureChoice;
  const picture = pictureOf(pictureChoice);

  const { run, isBusy, error, reset } = useAction({
    mutationFn: (input: SaveInput) => save(pictureOf(input)),
    onSuccess: (_, input) => {
      showToast(pictureOf(input) ? texts.pictureChanged : texts.pictureRemoved);

      const isLatest = input.choice === choice && input.fileDialogCount === fileDialogCount;
      if (isLatest) onClose();
      else pictureChoice.resetSaved(input.choice);
    },
    onError: (failure) => console.error(failure),
  });

  function choose(file: File) {
    reset();
    return pictureChoice.choose(file);
  }

  return (
    <Modal labelledBy={id} className="picture-dialog" onClose={onClose}>
      <h2 id={id}>{texts.picture}</h2>
      <PictureChooser
        profile={profile}
        pictureChoice={{ ...pictureChoice, choose }}
        percent={isBusy && picture ? percent : undefined}
      />
      <div role="alert">{error && <p className="card-problem">{error.message || texts.unknownFailure}</p>}</div>
      <div className="button-row picture-dialog__buttons">
        <button type="button" className="button button--quiet" onClick={onClose}>
          {texts.cancel}
        </button>
        {choice.kind !== 'current' && (
          <button
            type="button"
            className="button"
            aria-disabled={isBusy}
            onClick={() => run({ choice, fileDialogCount })}
          >
            {chooseButtonText({ isBusy, hasPicture: picture !== undefined, percent })}
          </button>
        )}
      </div>
    </Modal>
  );
}

interface ButtonState {
  readonly isBusy: boolean;
  /** Whether the member has chosen a picture. Otherwise, the button removes the current one. */
  readonly hasPicture: boolean;
  /** The progress of the upload. */
  readonly percent: number;
}

/** Returns the text of the button that saves the choice. */
function chooseButtonText({ isBusy, hasPicture, percent }: ButtonState): string {
  if (!hasPicture) return isBusy ? texts.removingPicture : texts.removePicture;
  return isBusy ? texts.uploadingPicture(percent) : texts.uploadPicture;
}

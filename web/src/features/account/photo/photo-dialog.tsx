import { useId } from 'react';
import type { OwnProfile } from '../../../../../shared/contract/account.ts';
import { Modal } from '../../../design/modal.tsx';
import { useAction } from '../../../platform/state/use-action.ts';
import { showToast } from '../../../platform/toasts.ts';
import { texts } from '../texts.ts';
import { PhotoChooser } from './photo-chooser.tsx';
import { usePhotoChoice } from './use-photo-choice.ts';
import { useSavePhoto } from './use-save-photo.ts';

interface PhotoDialogProps {
  readonly profile: OwnProfile;
  readonly onClose: () => void;
}

/** The dialog that changes or removes the member's photo. Closes on success and shows errors inside. */
export default function PhotoDialog({ profile, onClose }: PhotoDialogProps) {
  const id = useId();
  const photo = usePhotoChoice();
  const { percent, save } = useSavePhoto(profile.id);
  const { choice } = photo;
  const picture = choice.kind === 'chosen' ? choice.picture : undefined;
  const { run, busy, error, reset } = useAction({
    mutationFn: () => save(picture),
    onSuccess: () => {
      onClose();
      showToast(picture ? texts.photoChanged : texts.photoRemoved);
    },
    onError: (thrown) => console.error(thrown),
  });

  function choose(file: File) {
    reset();
    return photo.choose(file);
  }

  return (
    <Modal labelledBy={id} className="photo-dialog" onClose={onClose}>
      <h2 id={id}>{texts.photo}</h2>
      <PhotoChooser profile={profile} photo={{ ...photo, choose }} percent={busy && picture ? percent : undefined} />
      <div role="alert">{error && <p className="card-problem">{error.message || texts.unknownFailure}</p>}</div>
      <div className="button-row photo-dialog__buttons">
        <button type="button" className="button button--quiet" onClick={onClose}>
          {texts.cancel}
        </button>
        {choice.kind !== 'current' && (
          <button type="button" className="button" aria-disabled={busy} onClick={() => run()}>
            {buttonText(busy, picture !== undefined, percent)}
          </button>
        )}
      </div>
    </Modal>
  );
}

function buttonText(busy: boolean, uploading: boolean, percent: number): string {
  if (!uploading) return busy ? texts.removingPhoto : texts.removePhoto;
  return busy ? texts.uploadingPhoto(percent) : texts.uploadPhoto;
}

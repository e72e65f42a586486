import type { OwnProfile } from '../../../../../shared/contract/account.ts';
import { DialogButton } from '../../../design/dialog-button.tsx';
import { LoadErrorDialog, lazyPart } from '../../../design/lazy-part.tsx';
import './profile-picture.css';
import { texts } from './texts.ts';

const PictureDialog = lazyPart(() => import('./picture-dialog.tsx'), LoadErrorDialog);

/** The badge on the member's own avatar that opens the picture dialog. */
export function PictureBadge({ profile }: { profile: OwnProfile }) {
  return (
    <DialogButton
      className="picture-badge"
      label={texts.changePicture}
      title={texts.changePicture}
      icon={
        <svg viewBox="0 0 24 24" aria-hidden="true">
          <path d="M4 8h3l2-3h6l2 3h3v11H4zM12 16.500a3.500 3.500 0 1 0 0-7 3.500 3.500 0 0 0 0 7z" />
        </svg>
      }
      renderDialog={(onClose) => <PictureDialog profile={profile} onClose={onClose} />}
    />
  );
}

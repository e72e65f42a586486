import { useId } from 'react';
import type { OwnProfile } from '../../../../shared/contract/account.ts';
import { Avatar } from '../../ocean/avatar.tsx';
import { PICTURE_EXTENSIONS } from '../../platform/picture.ts';
import './photo.css';
import { ProgressRing } from './progress-ring.tsx';
import { texts } from './texts.ts';
import type { usePhotoChoice } from './use-photo-choice.ts';

interface PhotoChooserProps {
  readonly profile: OwnProfile;
  readonly photo: ReturnType<typeof usePhotoChoice>;
  /** Percent sent, while it is being saved. */
  readonly percent: number | undefined;
}

/** The photo as it will be, and what can be done about it. */
export function PhotoChooser({
  profile,
  photo: { choice, problem, choose, remove, reset },
  percent,
}: PhotoChooserProps) {
  const id = useId();
  const busy = percent !== undefined;
  const picture = { present: profile.profilePicture, chosen: '', none: '' }[choice.kind];
  return (
    <div className="photo-chooser">
      <ProgressRing percent={percent} label={texts.uploadProgress}>
        {choice.kind === 'chosen' ? (
          <img className="photo-chooser__preview" src={choice.preview} alt={texts.preview} />
        ) : (
          <Avatar username={profile.username} picture={picture} size={144} />
        )}
      </ProgressRing>
      <p id={`${id}note`} className="soft">
        {texts.photoNote}
      </p>
      <div className="button-row photo-chooser__actions">
        <label className={`button button--soft button--small${busy ? ' photo-chooser__busy' : ''}`}>
          {choice.kind === 'chosen' ? texts.chooseOther : texts.choosePhoto}
          <input
            type="file"
            className="visually-hidden"
            accept={PICTURE_EXTENSIONS}
            aria-describedby={`${id}note`}
            disabled={busy}
            onChange={({ target }) => {
              const file = target.files?.[0];
              // The same file can then be chosen again.
              target.value = '';
              if (file) void choose(file);
            }}
          />
        </label>
        {!busy && choice.kind === 'present' && profile.profilePicture && (
          <button type="button" className="button button--quiet button--small" onClick={remove}>
            {texts.removePhoto}
          </button>
        )}
        {!busy && choice.kind !== 'present' && (
          <button type="button" className="button button--quiet button--small" onClick={reset}>
            {choice.kind === 'none' || profile.profilePicture ? texts.keepPhoto : texts.discardPhoto}
          </button>
        )}
      </div>
      <div role="alert">{problem && <p className="card-problem">{problem}</p>}</div>
    </div>
  );
}

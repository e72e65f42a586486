import { Button, TextAreaField, TextField } from '@aws-amplify/ui-react';
import { type SubmitEvent, useState } from 'react';
import type { OwnProfile } from '../../../../../shared/contract/account.ts';
import { MAX_BIO_LENGTH } from '../../../../../shared/rules/limits.ts';
import { FormError, FormSuccess } from '../../../design/form-result.tsx';
import { LeaveGuard } from '../../../design/leave-guard.tsx';
import { checkUsername } from '../../../platform/text/check-username.ts';
import { formatDepth } from '../../../platform/text/format-depth.ts';
import { checkBio, countBioCharacters } from './check-profile.ts';
import './edit-profile.css';
import { PictureChooser } from '../profile-picture/picture-chooser.tsx';
import { usePictureChoice } from '../profile-picture/use-picture-choice.ts';
import { texts } from './texts.ts';
import { useProfileDraft } from './use-profile-draft.ts';
import { useSaveProfile } from './use-save-profile.ts';

/** Screen readers announce the bio's length when fewer characters than this are left. */
const ANNOUNCE_BELOW = 20;

interface EditProfileFormProps {
  readonly profile: OwnProfile;
  /** Called when saving fails because the session has ended. */
  readonly onUnauthenticated: () => void;
  /** Called after the profile is saved, or when the member cancels. */
  readonly onDone: () => void;
}

/** The form that edits the member's profile picture, username, and bio. */
export function EditProfileForm({ profile, onUnauthenticated, onDone }: EditProfileFormProps) {
  const { username, bio, updateDraft } = useProfileDraft(profile);
  const [wasSubmitted, setWasSubmitted] = useState(false);
  const pictureChoice = usePictureChoice();
  const { kind: choiceKind } = pictureChoice.choice;
  const {
    state,
    error,
    wasSaved,
    percent: uploadPercent,
    save,
  } = useSaveProfile(profile, { fields: { username, bio }, pictureChoice, onUnauthenticated, onDone });

  const isSaving = state === 'saving';
  const hasChanged = username !== profile.username || bio !== profile.bio || choiceKind !== 'current';
  const successText = state === 'idle' && hasChanged ? texts.savedEarlier : texts.saved;
  const usernameProblem = checkUsername(username);
  const visibleUsernameProblem = wasSubmitted ? usernameProblem : undefined;
  const bioProblem = checkBio(bio);

  function findInvalidField(): 'username' | 'bio' | undefined {
    if (usernameProblem) return 'username';
    return bioProblem ? 'bio' : undefined;
  }

  function submit(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault();
    setWasSubmitted(true);

    const invalidField = findInvalidField();
    // Both fields are in this form, so the element exists.
    if (invalidField) (event.currentTarget.elements.namedItem(invalidField) as HTMLElement).focus();
    else void save();
  }

  return (
    <form className="form edit-profile" onSubmit={submit} aria-busy={isSaving} noValidate>
      <LeaveGuard
        isActive={isSaving || (state === 'idle' && hasChanged)}
        {...(isSaving ? texts.leaveSaving : texts.leave)}
      />
      <PictureChooser
        profile={profile}
        pictureChoice={pictureChoice}
        percent={isSaving && choiceKind === 'chosen' ? uploadPercent : undefined}
      />
      <TextField
        label={texts.username}
        name="username"
        autoComplete="nickname"
        value={username}
        onChange={({ target }) => updateDraft({ username: target.value })}
        hasError={visibleUsernameProblem !== undefined}
        errorMessage={visibleUsernameProblem}
        isRequired
      />
      <BioField bio={bio} problem={bioProblem} onChange={(newBio) => updateDraft({ bio: newBio })} />
      <TextField
        label={texts.depth}
        name="depth"
        value={formatDepth(profile.depth)}
        descriptiveText={texts.depthNote}
        isReadOnly
      />
      <FormError text={error} />
      <FormSuccess text={wasSaved ? successText : undefined} />
      <FormButtons state={state} onCancel={onDone} />
    </form>
  );
}

interface BioFieldProps {
  readonly bio: string;
  /** Why the bio can't be saved. */
  readonly problem: string | undefined;
  readonly onChange: (bio: string) => void;
}

/** The field for the bio, with the character count below it. */
function BioField({ bio, problem, onChange }: BioFieldProps) {
  const bioCharacters = countBioCharacters(bio);
  const charactersLeft = MAX_BIO_LENGTH - bioCharacters;

  return (
    <div className="edit-profile__bio">
      <TextAreaField
        label={texts.bio}
        name="bio"
        rows={4}
        value={bio}
        onChange={({ target }) => onChange(target.value)}
        hasError={problem !== undefined}
        errorMessage={problem}
      />
      <span className={`edit-profile__count${problem ? ' edit-profile__count--over' : ''}`}>
        {texts.bioCount(bioCharacters)}
      </span>
      <span className="visually-hidden" role="status">
        {charactersLeft < ANNOUNCE_BELOW && texts.bioCount(bioCharacters)}
      </span>
    </div>
  );
}

interface FormButtonsProps {
  readonly state: ReturnType<typeof useSaveProfile>['state'];
  readonly onCancel: () => void;
}

/** The buttons below the form. */
function FormButtons({ state, onCancel }: FormButtonsProps) {
  return (
    <div className="button-row">
      <Button onClick={onCancel}>{texts.cancel}</Button>
      {/* Not disabled, so that the button keeps the focus. `save` ignores further clicks. */}
      <Button type="submit" variation="primary" aria-disabled={state !== 'idle'}>
        {state === 'saving' ? texts.saving : texts.save}
      </Button>
    </div>
  );
}

import { useQueryClient } from '@tanstack/react-query';
import { type SubmitEvent, use, useId } from 'react';
import type { ListedFile } from '../../../../../shared/contract/files.ts';
import {
  MAX_DESCRIPTION_LENGTH,
  MAX_FILE_NAME_LENGTH,
  MAX_IMAGE_ALT_LENGTH,
} from '../../../../../shared/rules/limits.ts';
import DepthChoice from '../../../design/depth-choice.tsx';
import { Modal } from '../../../design/modal.tsx';
import '../../../design/writing/fields.css';
import { api } from '../../../platform/api/api.ts';
import { currentVisit, hasLeft } from '../../../platform/auth/auth-state.ts';
import { OwnDepthContext } from '../../../platform/state/own-depth.ts';
import { useAction } from '../../../platform/state/use-action.ts';
import { useIsMounted } from '../../../platform/state/use-is-mounted.ts';
import { parseDepth } from '../../../platform/text/parse-depth.ts';
import { showFailureToast, showToast } from '../../../platform/toasts.ts';
import { updateListedFile } from '../file-cache.ts';
import { fileKindFor } from '../file-kind.ts';
import { texts as uploadTexts } from '../upload/texts.ts';
import { savedName } from '../upload/tidy-file-name.ts';
import { whyRenamed } from '../upload/why-renamed.ts';
import { type FileDetails, selectChangedDetails } from './changed-details.ts';
import './edit-file-dialog.css';
import { texts } from './texts.ts';
import { useDetailsDraft } from './use-details-draft.ts';

/** Returns whether lists can show a picture of the file. */
function hasPicture({ contentType, media }: ListedFile): boolean {
  return fileKindFor(contentType) === 'image' || media?.thumbnail !== undefined;
}

/** The input of the action that saves details. */
interface SaveInput {
  readonly changes: Partial<FileDetails>;
  /** Discards the draft that contains these changes. */
  readonly discardDraft: () => void;
}

/**
 * Returns the action that saves the changed details, updates the file in the lists, and closes the dialog.
 *
 * If the dialog is closed during a save, the save continues. Its success doesn't close another dialog that is open by
 * then, and its failure appears as a toast. After a logout, another person may use the browser, so no toast shows the
 * file's name.
 */
function useSaveDetails(file: ListedFile, onClose: () => void) {
  const client = useQueryClient();
  const isOpen = useIsMounted();

  return useAction({
    onMutate: currentVisit,
    mutationFn: ({ changes }: SaveInput) => api.files.edit({ userId: file.userId, fileId: file.key, ...changes }),
    onSuccess: ({ file: editedFile }, { discardDraft }, visit) => {
      updateListedFile(client, file.key, (listedFile) => ({
        ...listedFile,
        fileName: editedFile.fileName,
        description: editedFile.description,
        altText: editedFile.altText,
        userDepth: editedFile.userDepth,
      }));
      if (!hasLeft(visit)) showToast(texts.saved(editedFile.fileName));
      discardDraft();
      if (isOpen()) onClose();
    },
    onError: (failure, _, visit = currentVisit()) => {
      if (!isOpen() && !hasLeft(visit)) showFailureToast(texts.failedOf(file.fileName, failure.message));
    },
  });
}

interface NameFieldProps {
  /** Prefix of the elements' IDs. */
  readonly id: string;
  readonly typedName: string;
  /** The name under which the file will be saved. */
  readonly fileName: string;
  readonly onType: (text: string) => void;
}

/** The field for the name. Says why the saved name will differ from the typed one. */
function NameField({ id, typedName, fileName, onType }: NameFieldProps) {
  return (
    <>
      <label className="edit-file__field">
        {uploadTexts.fileName}
        <input
          className="text-field"
          dir="auto"
          autoComplete="off"
          maxLength={MAX_FILE_NAME_LENGTH}
          value={typedName}
          aria-describedby={`${id}saved`}
          onChange={({ target }) => onType(target.value)}
        />
      </label>
      <p id={`${id}saved`} role="status" className="edit-file__renamed">
        {fileName !== typedName.trim() && (
          <>
            <strong>{uploadTexts.savedAs(fileName)}</strong> {whyRenamed(typedName.trim())}
          </>
        )}
      </p>
    </>
  );
}

interface AltTextFieldProps {
  /** Prefix of the elements' IDs. */
  readonly id: string;
  readonly altText: string;
  readonly onType: (text: string) => void;
}

/** The field for the alternative text, with advice. */
function AltTextField({ id, altText, onType }: AltTextFieldProps) {
  return (
    <div className="edit-file__field">
      <label htmlFor={`${id}alt`}>{texts.altText}</label>
      <textarea
        id={`${id}alt`}
        className="text-field"
        dir="auto"
        rows={2}
        maxLength={MAX_IMAGE_ALT_LENGTH}
        value={altText}
        aria-describedby={`${id}advice`}
        onChange={({ target }) => onType(target.value)}
      />
      <span id={`${id}advice`} className="soft">
        {texts.altAdvice}
      </span>
    </div>
  );
}

interface EditFileDialogProps {
  readonly file: ListedFile;
  readonly onClose: () => void;
}

/**
 * The dialog that changes the name, texts, and depth of the viewer's own file.
 *
 * If the dialog is closed without Save or Cancel, the draft keeps the typed texts.
 */
export default function EditFileDialog({ file, onClose }: EditFileDialogProps) {
  const id = useId();
  const { edit, discard, prepareDiscard, ...typedDetails } = useDetailsDraft(file);
  const { fileName: typedName, description, altText } = typedDetails;
  const fileName = savedName(typedName, file.fileName);
  const ownDepth = use(OwnDepthContext);
  const depth = parseDepth(typedDetails.depth, { ownDepth, currentDepth: file.userDepth });

  const { run, isBusy, error } = useSaveDetails(file, onClose);

  function cancel() {
    // A save that is running can still fail, so the draft keeps the texts. A successful save discards the draft.
    if (!isBusy) discard();
    onClose();
  }

  function submit(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault();
    if (depth === 'invalid') return;

    const changes = selectChangedDetails(file, { fileName, description, altText, depth });
    if (changes) {
      run({ changes, discardDraft: prepareDiscard() });
    } else {
      discard();
      onClose();
    }
  }

  return (
    <Modal labelledBy={`${id}heading`} className="edit-file" onClose={onClose}>
      <h2 id={`${id}heading`}>{texts.heading}</h2>
      <form className="form" onSubmit={submit} aria-busy={isBusy}>
        <NameField id={id} typedName={typedName} fileName={fileName} onType={(text) => edit({ fileName: text })} />
        <label className="edit-file__field">
          {uploadTexts.description}
          <textarea
            className="text-field"
            dir="auto"
            rows={3}
            maxLength={MAX_DESCRIPTION_LENGTH}
            value={description}
            onChange={({ target }) => edit({ description: target.value })}
          />
        </label>
        {hasPicture(file) && <AltTextField id={id} altText={altText} onType={(text) => edit({ altText: text })} />}
        <DepthChoice
          text={typedDetails.depth}
          ownDepth={ownDepth}
          currentDepth={file.userDepth}
          onType={(text) => edit({ depth: text })}
        />
        <div role="alert">{error && <p className="card-problem">{texts.failed(error.message)}</p>}</div>
        <div className="button-row edit-file__buttons">
          <button type="button" className="button button--quiet" onClick={cancel}>
            {texts.cancel}
          </button>
          <button type="submit" className="button" aria-disabled={isBusy}>
            {isBusy ? texts.saving : texts.save}
          </button>
        </div>
      </form>
    </Modal>
  );
}

import { Button, TextAreaField } from '@aws-amplify/ui-react';
import type { SubmitEvent } from 'react';
import { computeDepth, toMetres } from '../../../../../shared/depth/depth.ts';
import { MAX_DESCRIPTION_LENGTH } from '../../../../../shared/depth/limits.ts';
import { formatDepth, formatFileSize } from '../../../platform/format.ts';
import { FileIcon } from '../card/file-icon.tsx';
import { texts } from '../texts.ts';
import { detectMediaType } from './check-file.ts';
import { percentUploaded, type UnfinishedUpload } from './parts/unfinished-upload-store.ts';

interface ChosenFileProps {
  readonly file: File;
  readonly fileName: string;
  /** An earlier upload of this file that can be resumed. */
  readonly unfinishedUpload: UnfinishedUpload | undefined;
  /** The initial description. */
  readonly description: string;
  readonly onUpload: (description: string) => void;
  readonly onDiscard: () => void;
}

/** The form for a chosen file: its details, the depth it will add, and its description. */
export function ChosenFile({ file, fileName, unfinishedUpload, description, onUpload, onDiscard }: ChosenFileProps) {
  const ascent = toMetres(computeDepth({ contributedBytes: file.size, purchasedCm: 0 }));

  function submit(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault();
    onUpload(String(new FormData(event.currentTarget).get('description')).trim());
  }

  return (
    <form className="form chosen-file" onSubmit={submit}>
      <div className="chosen-file__what">
        <FileIcon contentType={detectMediaType(file)} />
        <div>
          <strong className="chosen-file__name">
            <bdi>{file.name}</bdi>
          </strong>
          <span className="soft">
            {formatFileSize(file.size)} · {texts.ascent(formatDepth(ascent))}
          </span>
          {fileName !== file.name && <span className="chosen-file__renamed">{texts.savedAs(fileName)}</span>}
        </div>
      </div>
      {unfinishedUpload && (
        <p className="chosen-file__resume" role="status">
          {texts.willResume(percentUploaded(unfinishedUpload))}
        </p>
      )}
      <TextAreaField
        label={texts.description}
        name="description"
        dir="auto"
        rows={3}
        maxLength={MAX_DESCRIPTION_LENGTH}
        defaultValue={description}
      />
      <div className="button-row">
        <Button type="submit" variation="primary">
          {unfinishedUpload ? texts.resumeUpload : texts.upload}
        </Button>
        <Button onClick={onDiscard}>{texts.chooseAnother}</Button>
      </div>
    </form>
  );
}

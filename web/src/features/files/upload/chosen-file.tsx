import { Button, TextAreaField } from '@aws-amplify/ui-react';
import type { SubmitEvent } from 'react';
import { depthOf, toMetres } from '../../../../../shared/depth/depth.ts';
import { MAX_DESCRIPTION_LENGTH } from '../../../../../shared/depth/limits.ts';
import { formatDepth, formatFileSize } from '../../../platform/format.ts';
import { FileIcon } from '../card/file-icon.tsx';
import { texts } from '../texts.ts';
import { mediaTypeOf } from './check-file.ts';
import { type BegunUpload, percentArrived } from './parts/stopped-uploads.ts';

interface ChosenFileProps {
  readonly file: File;
  readonly fileName: string;
  /** The upload of this file that has stopped half-way, if there is one. */
  readonly begun: BegunUpload | undefined;
  /** The description to begin with. */
  readonly description: string;
  readonly onUpload: (description: string) => void;
  readonly onDiscard: () => void;
}

/** A file that is about to be uploaded: what it is, how far it will carry its uploader, and its description. */
export function ChosenFile({ file, fileName, begun, description, onUpload, onDiscard }: ChosenFileProps) {
  const ascent = toMetres(depthOf({ contributedBytes: file.size, purchasedCm: 0 }));

  function submit(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault();
    onUpload(String(new FormData(event.currentTarget).get('description')).trim());
  }

  return (
    <form className="form chosen-file" onSubmit={submit}>
      <div className="chosen-file__what">
        <FileIcon contentType={mediaTypeOf(file)} />
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
      {begun && (
        <p className="chosen-file__begun" role="status">
          {texts.goesOn(percentArrived(begun))}
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
          {begun ? texts.goOn : texts.upload}
        </Button>
        <Button onClick={onDiscard}>{texts.chooseAnother}</Button>
      </div>
    </form>
  );
}

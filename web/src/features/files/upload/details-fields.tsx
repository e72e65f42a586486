import { TextAreaField } from '@aws-amplify/ui-react';
import { use } from 'react';
import { MAX_DESCRIPTION_LENGTH, MAX_IMAGE_ALT_LENGTH } from '../../../../../shared/rules/limits.ts';
import DepthChoice from '../../../design/depth-choice.tsx';
import { OwnDepthContext } from '../../../platform/state/own-depth.ts';
import { isPicture } from './check-file.ts';
import { FileNameField } from './file-name-field.tsx';
import type { UploadDetails } from './queue/queue-state.ts';
import { texts } from './texts.ts';

interface DetailsFieldsProps {
  readonly file: File;
  readonly details: UploadDetails;
  /** Whether the name can't change any more, because the upload has begun. */
  readonly isNameFixed: boolean;
  /** Whether the field for the alternative text takes the focus when it appears. */
  readonly focusesAltText?: boolean;
  readonly onEdit: (details: UploadDetails) => void;
}

/** The fields for a file's name, description, and depth. A picture also has a field for its alternative text. */
export function DetailsFields({ file, details, isNameFixed, focusesAltText = false, onEdit }: DetailsFieldsProps) {
  const { fileName, description, altText, depth } = details;
  const ownDepth = use(OwnDepthContext);

  return (
    <>
      {!isNameFixed && (
        <FileNameField
          originalName={file.name}
          typedName={fileName}
          onType={(newName) => onEdit({ ...details, fileName: newName })}
        />
      )}
      {isPicture(file) && (
        <TextAreaField
          label={texts.altLabel}
          descriptiveText={texts.altAdvice}
          name="altText"
          dir="auto"
          rows={2}
          maxLength={MAX_IMAGE_ALT_LENGTH}
          autoFocus={focusesAltText}
          value={altText}
          onChange={({ target }) => onEdit({ ...details, altText: target.value })}
        />
      )}
      <TextAreaField
        label={texts.description}
        name="description"
        dir="auto"
        rows={3}
        maxLength={MAX_DESCRIPTION_LENGTH}
        value={description}
        onChange={({ target }) => onEdit({ ...details, description: target.value })}
      />
      <DepthChoice text={depth} ownDepth={ownDepth} onType={(newDepth) => onEdit({ ...details, depth: newDepth })} />
    </>
  );
}

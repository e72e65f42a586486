import { TextField } from '@aws-amplify/ui-react';
import { useEffect, useState } from 'react';
import { MAX_FILE_NAME_LENGTH } from '../../../../../shared/rules/limits.ts';
import { texts } from './texts.ts';
import { savedName } from './tidy-file-name.ts';
import { whyRenamed } from './why-renamed.ts';

interface FileNameFieldProps {
  /** The name on the member's device. */
  readonly originalName: string;
  /** The name in the field. */
  readonly typedName: string;
  readonly onType: (name: string) => void;
}

/** The field for the name of a chosen file. If the name can't be saved, shows the new name and the reason. */
export function FileNameField({ originalName, typedName, onType }: FileNameFieldProps) {
  const [wasEdited, setWasEdited] = useState(false);
  const requestedName = wasEdited ? typedName.trim() : originalName.normalize('NFC');
  const newName = savedName(typedName, originalName);

  // Screen readers announce a text only if it is added to a status region that already exists.
  const [isMounted, setIsMounted] = useState(false);
  useEffect(() => setIsMounted(true), []);

  return (
    <div className="file-name">
      <TextField
        label={texts.fileName}
        name="fileName"
        dir="auto"
        autoComplete="off"
        maxLength={MAX_FILE_NAME_LENGTH}
        value={typedName}
        onChange={({ target }) => {
          setWasEdited(true);
          onType(target.value);
        }}
      />
      <div role="status">
        {isMounted && newName !== requestedName && (
          <p className="file-name__renamed">
            <strong>{texts.savedAs(newName)}</strong> {whyRenamed(requestedName)} {!wasEdited && texts.canRename}
          </p>
        )}
      </div>
    </div>
  );
}

import { TextField } from '@aws-amplify/ui-react';
import { useEffect, useState } from 'react';
import { MAX_FILE_NAME_LENGTH } from '../../../../../shared/rules/limits.ts';
import { texts } from './texts.ts';
import { savedName } from './tidy-file-name.ts';
import { whyRenamed } from './why-renamed.ts';

interface FileNameFieldProps {
  /** The name on the member's device. */
  readonly original: string;
  readonly typed: string;
  readonly onType: (name: string) => void;
}

/** The name of a chosen file. Shows what the name becomes, and why, if it can't be saved as it is. */
export function FileNameField({ original, typed, onType }: FileNameFieldProps) {
  const [wasEdited, setWasEdited] = useState(false);
  const requestedName = wasEdited ? typed.trim() : original.normalize('NFC');
  const newName = savedName(typed, original);
  // Screen readers announce only what is added to a status that is on the page already.
  const [mounted, setMounted] = useState(false);
  useEffect(() => setMounted(true), []);

  return (
    <div className="file-name">
      <TextField
        label={texts.fileName}
        name="fileName"
        dir="auto"
        autoComplete="off"
        maxLength={MAX_FILE_NAME_LENGTH}
        value={typed}
        onChange={({ target }) => {
          setWasEdited(true);
          onType(target.value);
        }}
      />
      <div role="status">
        {mounted && newName !== requestedName && (
          <p className="file-name__renamed">
            <strong>{texts.savedAs(newName)}</strong> {whyRenamed(requestedName)} {!wasEdited && texts.canRename}
          </p>
        )}
      </div>
    </div>
  );
}

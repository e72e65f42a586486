import { Alert, PasswordField, SearchField, SelectField, TextAreaField, TextField } from '@aws-amplify/ui-react';
import '../../design/writing/fields.css';
import { ProgressBar } from '../../design/progress-bar.tsx';
import '../../features/files/explorer/explorer.css';
import { texts } from '../layout/texts.ts';

/** Samples of fields, progress bars, and notices. */
export function FieldsSection() {
  return (
    <section className="form">
      <h2>Fields and notices</h2>
      <TextField label="Text" placeholder="Placeholder" descriptiveText="What it is for." />
      <TextField label="Text, invalid" defaultValue="value" hasError errorMessage="Why it's invalid." />
      <TextField label="Text, read-only" defaultValue="12.00m" isReadOnly />
      <PasswordField label="Password" autoComplete="off" />
      <SearchField label="Search" labelHidden={false} placeholder="Search..." />
      <SelectField label="Choice">
        <option>Depth (Highest First)</option>
        <option>Username (A-Z)</option>
      </SelectField>
      <TextAreaField label="Long text" rows={3} />
      <textarea className="text-field" aria-label="Own field" placeholder="Type your message..." />
      <button type="button" className="text-button">
        A text button
      </button>
      <div className="chip-row">
        {['Chip', 'Another'].map((label, index) => (
          <label key={label} className="chip">
            <input type="radio" name="chip" defaultChecked={index === 0} />
            <span>{label}</span>
          </label>
        ))}
      </div>
      <ProgressBar label="Sending" percent={40} />
      <ProgressBar label="Paused" percent={40} isPaused />
      <Alert variation="success">It is in the ocean.</Alert>
      <Alert variation="error">Upload failed.</Alert>
      <p className="card-problem">Your like couldn't be saved.</p>
      <p className="navigation__notice">{texts.offline}</p>
    </section>
  );
}

import { Alert, PasswordField, SearchField, SelectField, TextAreaField, TextField } from '@aws-amplify/ui-react';
import '../../design/writing/fields.css';
import { ProgressBar } from '../../design/progress-bar.tsx';
import { texts } from '../layout/texts.ts';

/** What is written in and chosen from, and what is said about it. */
export function Fields() {
  return (
    <section className="panel panel--padded form">
      <h2>Fields and notices</h2>
      <TextField label="Text" placeholder="Placeholder" descriptiveText="What it is for." />
      <TextField label="Text, wrong" defaultValue="value" hasError errorMessage="Why it is wrong." />
      <TextField label="Text, to read" defaultValue="12.00m" isReadOnly />
      <PasswordField label="Password" autoComplete="off" />
      <SearchField label="Search" labelHidden={false} placeholder="Search..." />
      <SelectField label="Choice">
        <option>Depth (Highest First)</option>
        <option>Username (A-Z)</option>
      </SelectField>
      <TextAreaField label="Long text" rows={3} />
      <textarea className="text-field" aria-label="Own field" placeholder="Type your message..." />
      <button type="button" className="text-button">
        A quiet button
      </button>
      <ProgressBar label="Sending" percent={40} />
      <ProgressBar label="Paused" percent={40} paused />
      <Alert variation="success">It is in the ocean.</Alert>
      <Alert variation="error">It sank.</Alert>
      <p className="card-problem">It could not be liked.</p>
      <p className="navigation__notice">{texts.offline}</p>
    </section>
  );
}

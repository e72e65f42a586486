import { useRef, useState } from 'react';
import { MAX_COMMENT_LENGTH } from '../../../../shared/rules/limits.ts';
import { DeleteButton } from '../../design/delete-button.tsx';
import { FormError, FormSuccess } from '../../design/form-result.tsx';
import RemainingAllowance from '../../design/remaining-allowance.tsx';
import { SearchControls } from '../../design/search-controls.tsx';
import { TimeAgo } from '../../design/time-ago.tsx';
import { CharacterCount } from '../../design/writing/character-count.tsx';
import { LinkedText } from '../../design/writing/linked-text.tsx';
import { WritingArea } from '../../design/writing/writing-area.tsx';
import type { Action } from '../../platform/state/use-action.ts';
import { VIEWER } from './design-page-samples.ts';

/** An action that does nothing. */
const IDLE: Action = { run: () => undefined, isBusy: false, error: null, variables: undefined, reset: () => undefined };

/** The states of a deletion, with the label of the sample. */
const DELETIONS: readonly [string, Action][] = [
  ['Delete', IDLE],
  ['Deleting', { ...IDLE, isBusy: true }],
  ['Delete, failed', { ...IDLE, error: new Error("Couldn't reach Fathom.") }],
];

/** Lengths of a comment: empty, near the limit, and above the limit. */
const COMMENT_LENGTHS = [0, MAX_COMMENT_LENGTH - 5, MAX_COMMENT_LENGTH + 3];

/** Maximum length of the text in a sample, so that it fits into one line. */
const VISIBLE_LENGTH = 40;

/** Samples of the parts of forms: writing, searching, deleting, and results. */
export function FormsSection() {
  const [searchText, setSearchText] = useState('');
  const [sort, setSort] = useState('depth');

  return (
    <section className="form">
      <h2>Forms</h2>
      <SearchControls
        className="design__set"
        block="design"
        texts={{ searchLabel: 'Search', searchPlaceholder: 'Search...', clearSearch: 'Clear', sort: 'Order' }}
        searchText={searchText}
        maxLength={50}
        onType={setSearchText}
        onSearch={setSearchText}
        sorts={[
          { value: 'depth', label: 'Depth (Highest First)' },
          { value: 'username', label: 'Username (A-Z)' },
        ]}
        sort={sort}
        onSort={setSort}
      />
      {COMMENT_LENGTHS.map((length) => (
        <Writing key={length} length={length} />
      ))}
      <RemainingAllowance limits={['posts', 'uploads']} />
      <p>
        <LinkedText text="A text with a link: https://fathom.example/dive" /> · <TimeAgo time={VIEWER.createdAt} />
      </p>
      <FormError text="Your profile couldn't be saved." />
      <FormSuccess text="Your profile is saved." />
      <div className="design__set">
        {DELETIONS.map(([label, action]) => (
          <DeleteButton
            key={label}
            className="button button--danger"
            label={label}
            question="Delete this?"
            consequence="This can't be undone."
            errorText={(reason) => `It couldn't be deleted. ${reason}`}
            labels={{ delete: label, deleting: 'Deleting...', keep: 'Keep' }}
            action={action}
          />
        ))}
      </div>
    </section>
  );
}

/** A writing area with a count of `length` characters. Its text is shorter, because only the count matters here. */
function Writing({ length }: { length: number }) {
  const field = useRef<HTMLTextAreaElement>(null);
  const id = `design-count-${length}`;

  return (
    <div className="form">
      <WritingArea
        field={field}
        rows={2}
        value={'a'.repeat(Math.min(length, VISIBLE_LENGTH))}
        isTooLong={length > MAX_COMMENT_LENGTH}
        readOnly
        placeholder="Write a comment..."
        label="Comment"
        countId={id}
        onType={() => undefined}
        onSend={() => undefined}
      />
      <CharacterCount id={id} length={length} limit={MAX_COMMENT_LENGTH} />
    </div>
  );
}

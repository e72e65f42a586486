import { SearchField, SelectField } from '@aws-amplify/ui-react';
import { FILE_TYPE_FILTERS } from '../../../../../shared/depth/file-types.ts';
import { texts } from '../texts.ts';
import { type ListingQuery, SORTS } from './listing-address.ts';

interface ExplorerControlsProps {
  readonly query: ListingQuery;
  /** What is typed into the search field, sent or not. */
  readonly typed: string;
  readonly onType: (text: string) => void;
  readonly onChange: (query: ListingQuery) => void;
}

/** The explorer's search, sort and type filter. */
export function ExplorerControls({ query, typed, onType, onChange }: ExplorerControlsProps) {
  return (
    <div className="panel explorer__controls">
      <div className="explorer__row">
        <search className="explorer__search">
          <SearchField
            label={texts.searchLabel}
            labelHidden={false}
            placeholder={texts.searchPlaceholder}
            clearButtonLabel={texts.clearSearch}
            value={typed}
            maxLength={255}
            onChange={({ target }) => onType(target.value)}
            onSubmit={(text) => onChange({ ...query, q: text.trim() })}
            onClear={() => {
              onType('');
              onChange({ ...query, q: '' });
            }}
          />
        </search>
        <SelectField
          className="explorer__sort"
          label={texts.sort}
          value={query.sortBy}
          onChange={({ target }) => onChange({ ...query, sortBy: target.value === 'size' ? 'size' : 'recent' })}
        >
          {SORTS.map(({ value, label }) => (
            <option key={value} value={value}>
              {label}
            </option>
          ))}
        </SelectField>
      </div>
      <fieldset className="explorer__filters">
        <legend className="visually-hidden">{texts.filter}</legend>
        {FILE_TYPE_FILTERS.map(({ value, label }) => (
          <label key={value} className="chip">
            <input
              type="radio"
              name="file-type"
              value={value}
              checked={query.fileType === value}
              onChange={() => onChange({ ...query, fileType: value })}
            />
            <span>{label}</span>
          </label>
        ))}
      </fieldset>
    </div>
  );
}

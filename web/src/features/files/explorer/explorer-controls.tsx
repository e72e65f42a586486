import { SearchField, SelectField } from '@aws-amplify/ui-react';
import { useId } from 'react';
import { FILE_TYPE_FILTERS } from '../../../../../shared/rules/file-types.ts';
import { MAX_FILE_SEARCH_LENGTH } from '../../../../../shared/rules/limits.ts';
import { texts } from '../texts.ts';
import { countFilters, type ListingQuery, SORTS } from './listing-url.ts';

interface FilterProps {
  readonly query: ListingQuery;
  readonly onChange: (query: ListingQuery) => void;
}

interface ExplorerControlsProps extends FilterProps {
  /** The text in the search field, submitted or not. */
  readonly searchText: string;
  readonly onType: (text: string) => void;
}

/**
 * The explorer's toolbar with the search field, the type filter, and the sort order. On phones, a button opens filter
 * and sort order in a popover.
 */
export function ExplorerControls({ query, searchText, onType, onChange }: ExplorerControlsProps) {
  const id = useId();
  const filterCount = countFilters(query);

  return (
    <div className="explorer__controls">
      <search className="explorer__search">
        <SearchField
          label={texts.searchLabel}
          placeholder={texts.searchPlaceholder}
          clearButtonLabel={texts.clearSearch}
          value={searchText}
          maxLength={MAX_FILE_SEARCH_LENGTH}
          onChange={({ target }) => onType(target.value)}
          onSubmit={(text) => onChange({ ...query, q: text.trim() })}
          onClear={() => {
            onType('');
            onChange({ ...query, q: '' });
          }}
        />
      </search>
      <button type="button" className="button button--quiet explorer__toggle" popoverTarget={id}>
        {texts.filters}
        {filterCount > 0 && (
          <>
            {' '}
            <span className="explorer__active">
              {filterCount}
              <span className="visually-hidden"> {texts.filtersActive}</span>
            </span>
          </>
        )}
      </button>
      {/* biome-ignore lint/a11y/useSemanticElements: a fieldset can't be styled as a sheet in all browsers. */}
      <div id={id} popover="auto" role="group" aria-label={texts.filters} className="explorer__sheet">
        <TypeFilter query={query} onChange={onChange} />
        <SortField query={query} onChange={onChange} />
        <button type="button" className="button explorer__done" popoverTarget={id} popoverTargetAction="hide">
          {texts.filtersDone}
        </button>
      </div>
    </div>
  );
}

/** The radio buttons that filter the files by type. */
function TypeFilter({ query, onChange }: FilterProps) {
  return (
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
  );
}

/** The field that sorts the files. */
function SortField({ query, onChange }: FilterProps) {
  return (
    <SelectField
      className="explorer__sort"
      label={texts.sort}
      value={query.sortBy}
      onChange={({ target }) =>
        onChange({ ...query, sortBy: SORTS.find(({ value }) => value === target.value)?.value ?? query.sortBy })
      }
    >
      {SORTS.map(({ value, label }) => (
        <option key={value} value={value}>
          {label}
        </option>
      ))}
    </SelectField>
  );
}

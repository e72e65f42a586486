import { FILE_TYPE_FILTERS } from '../../../../../shared/depth/file-types.ts';
import { SearchControls } from '../../../design/search-controls.tsx';
import { texts } from '../texts.ts';
import { type ListingQuery, SORTS } from './listing-url.ts';

interface ExplorerControlsProps {
  readonly query: ListingQuery;
  /** The text in the search field, submitted or not. */
  readonly typed: string;
  readonly onType: (text: string) => void;
  readonly onChange: (query: ListingQuery) => void;
}

/** The explorer's search field, sort select, and type filter. */
export function ExplorerControls({ query, typed, onType, onChange }: ExplorerControlsProps) {
  return (
    <div className="panel explorer__controls">
      <SearchControls
        className="explorer__row"
        block="explorer"
        texts={texts}
        typed={typed}
        maxLength={255}
        onType={onType}
        onSearch={(q) => onChange({ ...query, q })}
        sorts={SORTS}
        sort={query.sortBy}
        onSort={(sortBy) => onChange({ ...query, sortBy })}
      />
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

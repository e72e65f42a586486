import { SearchField, SelectField } from '@aws-amplify/ui-react';

interface SearchControlsProps<S extends string> {
  /** The CSS class of the row. */
  readonly className: string;
  /** The CSS block that styles the two fields: `<block>__search` and `<block>__sort`. */
  readonly block: string;
  readonly texts: {
    readonly searchLabel: string;
    readonly searchPlaceholder: string;
    readonly clearSearch: string;
    readonly sort: string;
  };
  /** The text in the search field, submitted or not. */
  readonly searchText: string;
  readonly maxLength: number;
  readonly onType: (text: string) => void;
  /** Called with the trimmed text when the member submits it, and with an empty text when the field is cleared. */
  readonly onSearch: (text: string) => void;
  readonly sorts: readonly { readonly value: S; readonly label: string }[];
  readonly sort: S;
  readonly onSort: (sort: S) => void;
}

/** A search field and the order of a list, in one row. Needs Amplify's styles on the screen. */
export function SearchControls<S extends string>(props: SearchControlsProps<S>) {
  const { className, block, texts, searchText, maxLength, onType, onSearch, sorts, sort, onSort } = props;

  return (
    <div className={className}>
      <search className={`${block}__search`}>
        <SearchField
          label={texts.searchLabel}
          labelHidden={false}
          placeholder={texts.searchPlaceholder}
          clearButtonLabel={texts.clearSearch}
          value={searchText}
          maxLength={maxLength}
          onChange={({ target }) => onType(target.value)}
          onSubmit={(text) => onSearch(text.trim())}
          onClear={() => {
            onType('');
            onSearch('');
          }}
        />
      </search>
      <SelectField
        className={`${block}__sort`}
        label={texts.sort}
        value={sort}
        onChange={({ target }) => onSort(sorts.find(({ value }) => value === target.value)?.value ?? sort)}
      >
        {sorts.map(({ value, label }) => (
          <option key={value} value={value}>
            {label}
          </option>
        ))}
      </SelectField>
    </div>
  );
}

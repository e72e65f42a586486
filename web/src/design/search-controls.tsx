import { SearchField, SelectField } from '@aws-amplify/ui-react';

interface SearchInputProps {
  /** The CSS class of the field. */
  readonly className: string;
  readonly texts: { readonly searchLabel: string; readonly searchPlaceholder: string; readonly clearSearch: string };
  /** The text in the search field, submitted or not. */
  readonly searchText: string;
  readonly maxLength: number;
  readonly onType: (text: string) => void;
  /** Called with the trimmed text when the member submits it, and with an empty text when the field is cleared. */
  readonly onSearch: (text: string) => void;
}

/** A search field. Its label is only for screen readers. Needs Amplify's styles on the screen. */
export function SearchInput(props: SearchInputProps) {
  const { className, texts, searchText, maxLength, onType, onSearch } = props;

  return (
    <search className={className}>
      <SearchField
        label={texts.searchLabel}
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
  );
}

interface SearchControlsProps<S extends string> extends SearchInputProps {
  /** The CSS block that styles the two fields: `<block>__search` and `<block>__sort`. */
  readonly block: string;
  readonly texts: SearchInputProps['texts'] & { readonly sort: string };
  readonly sorts: readonly { readonly value: S; readonly label: string }[];
  readonly sort: S;
  readonly onSort: (sort: S) => void;
}

/**
 * A search field and the order of a list, in one row. Their labels are only for screen readers: the placeholder and the
 * chosen order explain the fields. Needs Amplify's styles on the screen.
 */
export function SearchControls<S extends string>(props: SearchControlsProps<S>) {
  const { className, block, texts, sorts, sort, onSort, ...input } = props;

  return (
    <div className={className}>
      <SearchInput {...input} className={`${block}__search`} texts={texts} />
      <SelectField
        className={`${block}__sort`}
        label={texts.sort}
        labelHidden
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

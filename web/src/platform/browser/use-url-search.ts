import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { useSearchParams } from 'react-router-dom';

/** Reads the search text from the page's URL. Empty if the URL has none. */
export function readSearchText(params: URLSearchParams, maxLength: number): string {
  return params.get('q')?.trim().slice(0, maxLength) ?? '';
}

/** Returns the URL parameters with a search text. Keeps other parameters. */
export function writeSearchText(params: URLSearchParams, q: string): URLSearchParams {
  const newParams = new URLSearchParams(params);
  newParams.delete('q');
  if (q) newParams.set('q', q);
  return newParams;
}

/** How long typing must pause before a search starts, in milliseconds. */
const TYPING_PAUSE_MS = 300;

/** A search: its text, and further values such as the sort order. */
interface Search {
  /** The search text. Empty to list everything. */
  readonly q: string;
}

interface UrlSearchOptions<S extends Search> {
  /** Reads a search from the page's URL. */
  readonly parse: (params: URLSearchParams) => S;
  /** Returns the URL parameters with a new search. Keeps other parameters. */
  readonly write: (params: URLSearchParams, search: S) => URLSearchParams;
}

/**
 * Returns the search that the page's URL holds, and the text in its search field.
 *
 * Searches when typing pauses, and when `search` is called.
 */
export function useUrlSearch<S extends Search>({ parse, write }: UrlSearchOptions<S>) {
  const [searchParams, setSearchParams] = useSearchParams();
  const [query, setQuery] = useState(() => parse(searchParams));
  const [searchText, setSearchText] = useState(query.q);
  const latestQuery = useRef(query);
  const urlQuery = JSON.stringify(parse(searchParams));

  // `search` updates `latestQuery` before the URL. So a URL that differs was changed by the Back button or a link.
  useEffect(() => {
    if (JSON.stringify(latestQuery.current) === urlQuery) return;

    const newQuery: S = JSON.parse(urlQuery);
    latestQuery.current = newQuery;
    setQuery(newQuery);
    setSearchText(newQuery.q);
  }, [urlQuery]);

  const search = (newQuery: S) => {
    latestQuery.current = newQuery;
    setQuery(newQuery);
    setSearchParams((currentParams) => write(currentParams, newQuery), { replace: true });
  };

  const onTypingPause = useEffectEvent((newText: string) => search({ ...latestQuery.current, q: newText }));

  useEffect(() => {
    const newText = searchText.trim();
    if (newText === latestQuery.current.q) return;

    const timer = setTimeout(() => onTypingPause(newText), TYPING_PAUSE_MS);
    return () => clearTimeout(timer);
  }, [searchText]);

  return { query, searchText, setSearchText, search };
}

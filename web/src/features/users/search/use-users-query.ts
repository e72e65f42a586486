import { useEffect, useRef, useState } from 'react';
import { useSearchParams } from 'react-router-dom';
import { parseUsersQuery, type UsersQuery, withUsersQuery } from './users-url.ts';

/** A search starts after typing has paused this long. */
const TYPING_PAUSE_MS = 300;

/**
 * Returns the query of Find Users, which the page's URL holds, and the text in its search field.
 *
 * Searches when typing pauses, and when `search` is called.
 */
export function useUsersQuery() {
  const [searchParams, setSearchParams] = useSearchParams();
  const [query, setQuery] = useState(() => parseUsersQuery(searchParams));
  const [typed, setTyped] = useState(query.q);
  const latestQuery = useRef(query);
  const { sort, q } = parseUsersQuery(searchParams);

  // The Back button and links change the URL directly.
  useEffect(() => {
    if (latestQuery.current.sort === sort && latestQuery.current.q === q) return;
    latestQuery.current = { sort, q };
    setQuery(latestQuery.current);
    setTyped(q);
  }, [sort, q]);

  const search = (newQuery: UsersQuery) => {
    latestQuery.current = newQuery;
    setQuery(newQuery);
    setSearchParams((before) => withUsersQuery(before, newQuery), { replace: true });
  };

  const latestSearch = useRef(search);
  latestSearch.current = search;

  useEffect(() => {
    if (typed.trim() === latestQuery.current.q) return;
    const timer = setTimeout(() => latestSearch.current({ ...latestQuery.current, q: typed.trim() }), TYPING_PAUSE_MS);
    return () => clearTimeout(timer);
  }, [typed]);

  return { query, typed: typed, setTyped, search };
}

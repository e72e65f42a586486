import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { useSearchParams } from 'react-router-dom';
import { parseUsersQuery, type UsersQuery, withUsersQuery } from './users-url.ts';

/** How long typing must pause before a search starts, in milliseconds. */
const TYPING_PAUSE_MS = 300;

/**
 * Returns the query of Find Users, which the page's URL holds, and the text in its search field.
 *
 * Searches when typing pauses, and when `search` is called.
 */
export function useUsersQuery() {
  const [searchParams, setSearchParams] = useSearchParams();
  const [query, setQuery] = useState(() => parseUsersQuery(searchParams));
  const [searchText, setSearchText] = useState(query.q);
  const latestQuery = useRef(query);
  const { sort, q } = parseUsersQuery(searchParams);

  // `search` updates `latestQuery` before the URL. So a URL that differs was changed by the Back button or a link.
  useEffect(() => {
    if (latestQuery.current.sort === sort && latestQuery.current.q === q) return;

    latestQuery.current = { sort, q };
    setQuery(latestQuery.current);
    setSearchText(q);
  }, [sort, q]);

  const search = (newQuery: UsersQuery) => {
    latestQuery.current = newQuery;
    setQuery(newQuery);
    setSearchParams((currentParams) => withUsersQuery(currentParams, newQuery), { replace: true });
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

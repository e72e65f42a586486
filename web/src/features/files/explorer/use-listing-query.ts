import { useEffect, useState } from 'react';
import { useSearchParams } from 'react-router-dom';
import { type ListingQuery, parseListingQuery, toSearchParams } from './listing-url.ts';

/**
 * Returns the explorer's query and a setter. The query is stored in the page's URL.
 *
 * The router updates the URL a moment later, so the state here lets the controls react at once.
 */
export function useListingQuery(): [ListingQuery, (query: ListingQuery) => void] {
  const [searchParams, setSearchParams] = useSearchParams();
  const [query, setQuery] = useState(() => parseListingQuery(searchParams));
  const canonicalParams = String(toSearchParams(parseListingQuery(searchParams)));

  // The Back button and links change the URL directly.
  useEffect(() => setQuery(parseListingQuery(new URLSearchParams(canonicalParams))), [canonicalParams]);

  function change(next: ListingQuery) {
    setQuery(next);
    setSearchParams(toSearchParams(next), { replace: true });
  }

  return [query, change];
}

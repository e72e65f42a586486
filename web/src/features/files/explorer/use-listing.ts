import { useEffect, useState } from 'react';
import { type Location, useLocation, useNavigate } from 'react-router-dom';
import { type Listing, parseListingQuery, toSearchParams } from './listing-url.ts';

/** The state of a history entry of the explorer. */
interface EntryState {
  readonly bulk?: boolean;
}

/**
 * Returns what the explorer lists, and a setter. The URL holds the query, and the history entry whether it is bulk.
 *
 * Another search, sort, or type is a new history entry, so the Back button undoes it. The router updates the URL a
 * moment later, so the state here lets the controls react at once.
 */
export function useListing(): [Listing, (listing: Listing) => void] {
  const location = useLocation();
  const navigate = useNavigate();
  const [listing, setListing] = useState(() => readListing(location));

  // Back, Forward, and links change the URL directly.
  useEffect(() => setListing(readListing(location)), [location]);

  function change(next: Listing) {
    setListing(next);
    const search = String(toSearchParams(next));
    const state: EntryState = { bulk: next.bulk };
    void navigate({ search }, { state, replace: search === String(toSearchParams(listing)) });
  }

  return [listing, change];
}

function readListing({ search, state }: Location): Listing {
  const { bulk = false } = (state ?? {}) as EntryState;
  return { ...parseListingQuery(new URLSearchParams(search)), bulk };
}

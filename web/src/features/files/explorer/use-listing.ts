import { useEffect, useState } from 'react';
import { type Location, useLocation, useNavigate } from 'react-router-dom';
import { type Listing, parseListingQuery, toSearchParams } from './listing-url.ts';

/** The state of a history entry of the explorer. */
interface EntryState {
  readonly bulk?: boolean;
}

/**
 * Returns the explorer's listing, and a function that changes it.
 *
 * The URL stores the query. The history entry stores whether the listing is bulk.
 *
 * A change of the search, sort, or type adds a history entry, so the Back button undoes the change. The router updates
 * the URL a moment later, so the state of this hook lets the controls react immediately.
 */
export function useListing(): [Listing, (listing: Listing) => void] {
  const location = useLocation();
  const navigate = useNavigate();
  const [listing, setListing] = useState(() => readListing(location));

  // Back, Forward, and links change the URL directly.
  useEffect(() => setListing(readListing(location)), [location]);

  function change(newListing: Listing) {
    setListing(newListing);

    const search = String(toSearchParams(newListing));
    const state: EntryState = { bulk: newListing.isBulk };
    const isSameUrl = search === String(toSearchParams(listing));
    void navigate({ search }, { state, replace: isSameUrl });
  }

  return [listing, change];
}

/** Reads the listing from the URL and the history entry. */
function readListing({ search, state }: Location): Listing {
  const { bulk: isBulk = false } = (state ?? {}) as EntryState;
  return { ...parseListingQuery(new URLSearchParams(search)), isBulk };
}

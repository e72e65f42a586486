import { useEffect, useState } from 'react';
import { useSearchParams } from 'react-router-dom';
import { type ListingQuery, readListing, writeListing } from './listing-address.ts';

/**
 * What the explorer lists, kept in the page's address. The address follows a moment later, when the router is ready
 * to; the controls must not wait for it.
 */
export function useListingQuery(): [ListingQuery, (query: ListingQuery) => void] {
  const [address, setAddress] = useSearchParams();
  const [query, setQuery] = useState(() => readListing(address));
  const addressed = String(writeListing(readListing(address)));

  // The Back button, or a link, changes the address behind our back.
  useEffect(() => setQuery(readListing(new URLSearchParams(addressed))), [addressed]);

  function change(next: ListingQuery) {
    setQuery(next);
    setAddress(writeListing(next), { replace: true });
  }

  return [query, change];
}

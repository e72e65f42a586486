import { useEffect, useRef, useState } from 'react';
import { useSearchParams } from 'react-router-dom';
import { readUsersQuery, type UsersQuery, writeUsersQuery } from './users-address.ts';

const TYPING_PAUSE_MS = 300;

/**
 * What Find Users lists, kept in the page's address, and what is typed into its search field. A search begins when the
 * typing pauses.
 */
export function useUsersQuery() {
  const [address, setAddress] = useSearchParams();
  const [query, setQuery] = useState(() => readUsersQuery(address));
  const [typed, setTyped] = useState(query.q);
  const asked = useRef(query);
  const { sort, q } = readUsersQuery(address);

  // The Back button, or a link, changes the address behind our back.
  useEffect(() => {
    if (asked.current.sort === sort && asked.current.q === q) return;
    asked.current = { sort, q };
    setQuery(asked.current);
    setTyped(q);
  }, [sort, q]);

  const ask = (next: UsersQuery) => {
    asked.current = next;
    setQuery(next);
    setAddress((before) => writeUsersQuery(before, next), { replace: true });
  };
  const latest = useRef(ask);
  latest.current = ask;

  useEffect(() => {
    if (typed.trim() === asked.current.q) return;
    const timer = setTimeout(() => latest.current({ ...asked.current, q: typed.trim() }), TYPING_PAUSE_MS);
    return () => clearTimeout(timer);
  }, [typed]);

  return { query, typed, setTyped, ask };
}

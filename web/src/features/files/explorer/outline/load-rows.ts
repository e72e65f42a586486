import { createContext } from 'react';

/** Requests rows of an outline for one part of the page: those on screen, selected, or next to the open file. */
export type LoadRows = (part: 'screen' | 'preview' | 'selection', ids: readonly string[]) => void;

/** Passes on the function that requests rows. Lists that are always complete need no provider. */
export const LoadRowsContext = createContext<LoadRows>(() => {});

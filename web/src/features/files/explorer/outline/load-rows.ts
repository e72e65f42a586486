import { createContext } from 'react';

/** Requests rows of an outline for one part of the page: the rows on screen, near the open file, or selected. */
export type LoadRows = (part: 'screen' | 'preview' | 'selection', ids: readonly string[]) => void;

/** Provides the function that requests rows. Lists of whole files need no provider. */
export const LoadRowsContext = createContext<LoadRows>(() => {});

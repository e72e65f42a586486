import { createContext } from 'react';

/** Provides the signed-in member's own depth, in metres. 0 until it is loaded. */
export const OwnDepthContext = createContext(0);

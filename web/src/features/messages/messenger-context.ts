import { createContext, use } from 'react';
import type { Messenger } from './messenger.ts';

/** Undefined until it is here: it is downloaded after the first paint. */
export const MessengerContext = createContext<Messenger | undefined>(undefined);

/** The messenger of the member's visit. */
export function useMessenger(): Messenger | undefined {
  return use(MessengerContext);
}

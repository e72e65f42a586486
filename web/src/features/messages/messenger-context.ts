import { useQueryClient } from '@tanstack/react-query';
import { createContext, use, useEffect, useRef, useState } from 'react';
import type { Messenger } from './messenger.ts';

/** Undefined until it is here: it is downloaded after the first paint. */
export const MessengerContext = createContext<Messenger | undefined>(undefined);

/** The messenger of the member's visit. */
export function useMessenger(): Messenger | undefined {
  return use(MessengerContext);
}

interface Wishes {
  readonly onDepth: (depth: number) => void;
  readonly onOpen: (userId: string) => void;
}

/**
 * The messenger of a visit: downloaded and started once the page is painted and it is known who is here, and stopped when
 * the visit ends.
 */
export function useStartedMessenger(viewerId: string | undefined, wishes: Wishes): Messenger | undefined {
  const client = useQueryClient();
  const [messenger, setMessenger] = useState<Messenger>();
  const latest = useRef(wishes);
  useEffect(() => {
    latest.current = wishes;
  });

  useEffect(() => {
    if (viewerId === undefined) return;
    let stop: (() => void) | undefined;
    let wanted = true;
    const start = async () => {
      const { startMessenger } = await import('./messenger.ts');
      if (!wanted) return;
      const started = startMessenger({
        viewerId,
        client,
        onDepth: (depth) => latest.current.onDepth(depth),
        onOpen: (userId) => latest.current.onOpen(userId),
      });
      stop = started.stop;
      setMessenger(started.messenger);
    };
    const timer = setTimeout(() => void start().catch(console.error));
    return () => {
      wanted = false;
      clearTimeout(timer);
      stop?.();
      setMessenger(undefined);
    };
  }, [viewerId, client]);

  return messenger;
}

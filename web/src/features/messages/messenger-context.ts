import { useQueryClient } from '@tanstack/react-query';
import { createContext, use, useEffect, useRef, useState } from 'react';
import type { SocketHub } from '../../platform/socket/socket-hub.ts';
import type { Messenger } from './messenger.ts';

/** The messenger, or undefined until its code is downloaded after the first paint. */
export const MessengerContext = createContext<Messenger | undefined>(undefined);

/** Returns the messenger of the signed-in member, or undefined until it has started. */
export function useMessenger(): Messenger | undefined {
  return use(MessengerContext);
}

interface MessengerCallbacks {
  /** Navigates to the conversation of a clicked notification. */
  readonly onOpenConversation: (userId: string) => void;
}

/**
 * Starts the messenger of a member once their socket has started, and stops it on unmount.
 *
 * @param viewerId - undefined while the member is unknown; nothing starts until then
 */
export function useStartMessenger(
  viewerId: string | undefined,
  hub: SocketHub | undefined,
  callbacks: MessengerCallbacks,
): Messenger | undefined {
  const client = useQueryClient();
  const [messenger, setMessenger] = useState<Messenger>();
  const latestCallbacks = useRef(callbacks);

  useEffect(() => {
    latestCallbacks.current = callbacks;
  });

  useEffect(() => {
    if (viewerId === undefined || hub === undefined) return;

    let stop: (() => void) | undefined;
    let isMounted = true;

    const start = async () => {
      const { startMessenger } = await import('./messenger.ts');
      if (!isMounted) return;

      const startedMessenger = startMessenger({
        viewerId,
        client,
        hub,
        onOpenConversation: (userId) => latestCallbacks.current.onOpenConversation(userId),
      });
      stop = startedMessenger.stop;
      setMessenger(startedMessenger.messenger);
    };

    void start().catch(console.error);

    return () => {
      isMounted = false;
      stop?.();
      setMessenger(undefined);
    };
  }, [viewerId, hub, client]);

  return messenger;
}

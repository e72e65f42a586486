import { useEffect, useEffectEvent, useState } from 'react';
import type { ServerFrame } from '../../../../shared/contract/socket-frames.ts';
import type { FrameOf, SocketHub } from './socket-hub.ts';

/**
 * Connects a member's socket after the first paint, and disconnects it on unmount.
 *
 * @param memberId - undefined while the member is unknown; nothing starts until then
 */
export function useStartSocket(memberId: string | undefined): SocketHub | undefined {
  const [hub, setHub] = useState<SocketHub>();

  useEffect(() => {
    if (memberId === undefined) return;

    let stop: (() => void) | undefined;
    let isMounted = true;

    const start = async () => {
      const { SocketHub } = await import('./socket-hub.ts');
      if (!isMounted) return;

      const newHub = new SocketHub();
      stop = newHub.start();
      setHub(newHub);
    };

    const timer = setTimeout(() => void start().catch(console.error));
    return () => {
      isMounted = false;
      clearTimeout(timer);
      stop?.();
      setHub(undefined);
    };
  }, [memberId]);

  return hub;
}

/** Calls `listener` with every frame of a type, once the socket has started. */
export function useFrames<T extends ServerFrame['type']>(
  hub: SocketHub | undefined,
  type: T,
  listener: (frame: FrameOf<T>) => void,
): void {
  const onFrame = useEffectEvent(listener);

  useEffect(() => hub?.subscribe(type, (frame) => onFrame(frame)), [hub, type]);
}

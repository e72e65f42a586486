import { useCallback, useEffect, useRef, useState } from 'react';

/**
 * When to ask for the depth that was paid for, in milliseconds after the time before: the socket usually tells of it
 * first, and whoever has none must not wait for ever.
 */
const PAUSES_MS = [1500, 2500, 4000, 8000, 16_000, 30_000] as const;

/** How depth that was paid for stands: nothing is expected, it is expected, or it should have been here by now. */
export type Arrival = 'settled' | 'expected' | 'late';

/**
 * Waits for depth to rise after a payment, which a webhook credits a moment later, and asks for it now and then.
 *
 * @param depth - the member's depth as it is known, in metres
 * @param ask - has it asked for anew
 * @returns how it stands, and what to call with the depth from before the payment
 */
export function useDepthArrival(depth: number, ask: () => void) {
  const [before, setBefore] = useState<number>();
  const [tries, setTries] = useState(0);
  const latestAsk = useRef(ask);
  useEffect(() => {
    latestAsk.current = ask;
  });
  const expected = before !== undefined && depth <= before;
  const pause = expected ? PAUSES_MS[tries] : undefined;

  useEffect(() => {
    if (pause === undefined) return;
    const timer = setTimeout(() => {
      latestAsk.current();
      setTries((count) => count + 1);
    }, pause);
    return () => clearTimeout(timer);
  }, [pause]);

  const expectAbove = useCallback((metres: number) => {
    setBefore(metres);
    setTries(0);
  }, []);
  const arrival: Arrival = !expected ? 'settled' : pause === undefined ? 'late' : 'expected';
  return { arrival, expectAbove };
}

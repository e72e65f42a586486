import { useEffect, useRef, useState } from 'react';
import { useStillness } from './motion.ts';

const DURATION_MS = 1600;

/** A value on its way to `target`: it ticks there instead of jumping, unless the person prefers stillness. */
export function useTicking(target: number): number {
  const still = useStillness();
  const [shown, setShown] = useState(target);
  const latest = useRef(target);

  useEffect(() => {
    const from = latest.current;
    if (from === target) return;
    if (still) {
      latest.current = target;
      setShown(target);
      return;
    }
    const start = performance.now();
    let frame = requestAnimationFrame(function step(now) {
      const part = Math.min(1, Math.max(0, now - start) / DURATION_MS);
      latest.current = part === 1 ? target : from + (target - from) * (1 - (1 - part) ** 3);
      setShown(latest.current);
      if (part < 1) frame = requestAnimationFrame(step);
    });
    return () => cancelAnimationFrame(frame);
  }, [target, still]);

  return shown;
}

/** A number that ticks when it changes. Screen readers are given the final value only. */
export function TickingNumber({ value, format }: { value: number; format: (value: number) => string }) {
  const shown = useTicking(value);
  return (
    <>
      <span aria-hidden="true">{format(shown)}</span>
      <span className="visually-hidden">{format(value)}</span>
    </>
  );
}

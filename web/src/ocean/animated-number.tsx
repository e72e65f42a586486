import { useEffect, useRef, useState } from 'react';
import { useReducedMotion } from './reduced-motion.ts';

const DURATION_MS = 1600;

/** Returns a value that counts up or down to `target`. With reduced motion, it jumps there. */
export function useAnimatedNumber(target: number): number {
  const reducedMotion = useReducedMotion();
  const [shown, setShown] = useState(target);
  const latest = useRef(target);

  useEffect(() => {
    const from = latest.current;
    if (from === target) return;
    if (reducedMotion) {
      latest.current = target;
      setShown(target);
      return;
    }

    const start = performance.now();
    let frame = requestAnimationFrame(function step(now) {
      const progress = Math.min(1, Math.max(0, now - start) / DURATION_MS);
      latest.current = progress === 1 ? target : from + (target - from) * (1 - (1 - progress) ** 3);
      setShown(latest.current);
      if (progress < 1) frame = requestAnimationFrame(step);
    });

    return () => cancelAnimationFrame(frame);
  }, [target, reducedMotion]);

  return shown;
}

/** A number that counts up or down when it changes. Screen readers get only the final value. */
export function AnimatedNumber({ value, format }: { value: number; format: (value: number) => string }) {
  const shown = useAnimatedNumber(value);
  return (
    <>
      <span aria-hidden="true">{format(shown)}</span>
      <span className="visually-hidden">{format(value)}</span>
    </>
  );
}

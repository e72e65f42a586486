import { useEffect, useRef, useState } from 'react';
import { useReducedMotion } from './reduced-motion.ts';

/** How long a change takes, in milliseconds. */
const DURATION_MS = 1600;

/** Returns the share of a change that is shown at a share of its duration. The change slows down towards its end. */
const easeOut = (progress: number) => 1 - (1 - progress) ** 3;

/** Returns a value that counts up or down to `target`. With reduced motion, it jumps there. */
export function useAnimatedNumber(target: number): number {
  const reducedMotion = useReducedMotion();
  const [currentValue, setCurrentValue] = useState(target);
  const latestValue = useRef(target);

  useEffect(() => {
    const startValue = latestValue.current;
    if (startValue === target) return;

    if (reducedMotion) {
      latestValue.current = target;
      setCurrentValue(target);
      return;
    }

    const startTime = performance.now();
    let frame = requestAnimationFrame(function step(now) {
      // `now` is the time at which the frame began. It may be before `startTime`.
      const progress = Math.min(1, Math.max(0, now - startTime) / DURATION_MS);
      // At the end, rounding errors must not change the target.
      latestValue.current = progress === 1 ? target : startValue + (target - startValue) * easeOut(progress);
      setCurrentValue(latestValue.current);

      if (progress < 1) frame = requestAnimationFrame(step);
    });

    return () => cancelAnimationFrame(frame);
  }, [target, reducedMotion]);

  return currentValue;
}

/** A number that counts up or down when it changes. Screen readers get only the final value. */
export function AnimatedNumber({ value, format }: { value: number; format: (value: number) => string }) {
  const currentValue = useAnimatedNumber(value);

  return (
    <>
      <span aria-hidden="true">{format(currentValue)}</span>
      <span className="visually-hidden">{format(value)}</span>
    </>
  );
}

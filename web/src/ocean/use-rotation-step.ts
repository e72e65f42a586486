import { useEffect, useState } from 'react';
import { onOceanFrame } from './frames.ts';
import { useReducedMotion } from './reduced-motion.ts';

/** How long the ocean moves before another creature takes its turn, in milliseconds. */
const STEP_MS = 75_000;

/**
 * Returns the step of the rotation of the creatures: see `castAt`. It is 0 at first and after a change of level. While
 * the ocean stands still, and with reduced motion, it stays the same.
 */
export function useRotationStep(level: number): number {
  const reducedMotion = useReducedMotion();
  const [rotation, setRotation] = useState({ level, step: 0 });
  if (rotation.level !== level) setRotation({ level, step: 0 });

  useEffect(() => {
    if (reducedMotion) return;

    let elapsedMs = 0;
    return onOceanFrame((milliseconds) => {
      elapsedMs += milliseconds;
      if (elapsedMs < STEP_MS) return;

      elapsedMs = 0;
      setRotation((current) => ({ ...current, step: current.step + 1 }));
    });
  }, [reducedMotion]);

  return rotation.step;
}

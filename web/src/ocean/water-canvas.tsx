import { useEffect, useRef } from 'react';
import { useStillness } from './motion.ts';
import { drawWater, fillWater, flow, type Look, stretch, wipeWater } from './particles.ts';

const FRAME_MS = 33;
const LONGEST_STEP_SECONDS = 0.1;
const SHARPEST = 1.5;

/** Starts the water on a canvas; `look` may change on the way. */
function startWater(element: HTMLCanvasElement, context: CanvasRenderingContext2D, look: { current: Look }) {
  let size = { width: Math.max(1, innerWidth), height: Math.max(1, innerHeight) };
  const water = fillWater(size, look.current);
  let frame = 0;
  let last = 0;

  const resize = () => {
    const next = { width: Math.max(1, innerWidth), height: Math.max(1, innerHeight) };
    stretch(water, size, next);
    size = next;
    const sharpness = Math.min(devicePixelRatio, SHARPEST);
    element.width = size.width * sharpness;
    element.height = size.height * sharpness;
    context.setTransform(sharpness, 0, 0, sharpness, 0, 0);
    drawWater(context, water);
  };
  const step = (now: number) => {
    frame = requestAnimationFrame(step);
    if (now - last < FRAME_MS) return;
    wipeWater(context, water);
    flow(water, size, look.current, Math.min(LONGEST_STEP_SECONDS, (now - last) / 1000));
    last = now;
    drawWater(context, water);
  };
  const run = () => {
    cancelAnimationFrame(frame);
    if (!document.hidden) frame = requestAnimationFrame(step);
  };
  const stop = () => cancelAnimationFrame(frame);
  return { resize, run, stop };
}

/**
 * The one canvas of particles and bubbles, behind everything. Still for those who prefer it, and stopped while the
 * tab is hidden.
 */
export default function WaterCanvas({ particleDensity, bubbleFrequency }: Look) {
  const canvas = useRef<HTMLCanvasElement>(null);
  const look = useRef<Look>({ particleDensity, bubbleFrequency });
  const still = useStillness();

  // Still water is drawn anew for another look; moving water finds its way to it.
  const drawn = still ? `${particleDensity} ${bubbleFrequency}` : '';
  useEffect(() => {
    look.current = { particleDensity, bubbleFrequency };
  }, [particleDensity, bubbleFrequency]);

  // biome-ignore lint/correctness/useExhaustiveDependencies: `drawn` says when still water is out of date.
  useEffect(() => {
    const element = canvas.current;
    const context = element?.getContext('2d');
    if (!element || !context) return;
    const { resize, run, stop } = startWater(element, context, look);
    resize();
    addEventListener('resize', resize);
    if (!still) {
      run();
      document.addEventListener('visibilitychange', run);
    }
    return () => {
      stop();
      removeEventListener('resize', resize);
      document.removeEventListener('visibilitychange', run);
    };
  }, [still, drawn]);

  return <canvas ref={canvas} className="ocean__water" />;
}

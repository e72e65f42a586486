import { useEffect, useRef } from 'react';
import { advanceWater, createWater, drawWater, eraseWater, type ParticleSettings, resizeWater } from './particles.ts';
import { useReducedMotion } from './reduced-motion.ts';

const FRAME_MS = 33;
const MAX_STEP_SECONDS = 0.1;
const MAX_PIXEL_RATIO = 1.5;

/** Prepares the animation on a canvas. `settings` may change while it runs. */
function startWater(
  canvas: HTMLCanvasElement,
  context: CanvasRenderingContext2D,
  settings: { current: ParticleSettings },
) {
  let size = { width: Math.max(1, innerWidth), height: Math.max(1, innerHeight) };
  const water = createWater(size, settings.current);
  let frame = 0;
  let last = 0;

  const resize = () => {
    const next = { width: Math.max(1, innerWidth), height: Math.max(1, innerHeight) };
    resizeWater(water, size, next);
    size = next;
    const pixelRatio = Math.min(devicePixelRatio, MAX_PIXEL_RATIO);
    canvas.width = size.width * pixelRatio;
    canvas.height = size.height * pixelRatio;
    context.setTransform(pixelRatio, 0, 0, pixelRatio, 0, 0);
    drawWater(context, water);
  };
  const drawFrame = (now: number) => {
    frame = requestAnimationFrame(drawFrame);
    if (now - last < FRAME_MS) return;
    eraseWater(context, water);
    advanceWater(water, size, settings.current, Math.min(MAX_STEP_SECONDS, (now - last) / 1000));
    last = now;
    drawWater(context, water);
  };
  const run = () => {
    cancelAnimationFrame(frame);
    if (!document.hidden) frame = requestAnimationFrame(drawFrame);
  };
  const stop = () => cancelAnimationFrame(frame);
  return { resize, run, stop };
}

/**
 * The canvas of particles and bubbles behind the page. It doesn't move with reduced motion, and pauses while the tab is
 * hidden.
 */
export default function WaterCanvas({ particleDensity, bubbleFrequency }: ParticleSettings) {
  const ref = useRef<HTMLCanvasElement>(null);
  const settings = useRef<ParticleSettings>({ particleDensity, bubbleFrequency });
  const reducedMotion = useReducedMotion();

  // With reduced motion, new settings need a redraw. Moving water adapts by itself.
  const redrawKey = reducedMotion ? `${particleDensity} ${bubbleFrequency}` : '';
  useEffect(() => {
    settings.current = { particleDensity, bubbleFrequency };
  }, [particleDensity, bubbleFrequency]);

  // biome-ignore lint/correctness/useExhaustiveDependencies: `redrawKey` changes when still water must be redrawn.
  useEffect(() => {
    const element = ref.current;
    const context = element?.getContext('2d');
    if (!element || !context) return;
    const { resize, run, stop } = startWater(element, context, settings);
    resize();
    addEventListener('resize', resize);
    if (!reducedMotion) {
      run();
      document.addEventListener('visibilitychange', run);
    }
    return () => {
      stop();
      removeEventListener('resize', resize);
      document.removeEventListener('visibilitychange', run);
    };
  }, [reducedMotion, redrawKey]);

  return <canvas ref={ref} className="ocean__water" />;
}

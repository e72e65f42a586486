import { useEffect, useRef } from 'react';
import { advanceAnimations, onOceanFrame } from './frames.ts';
import { advanceWater, createWater, drawWater, eraseWater, type ParticleSettings, resizeWater } from './particles.ts';
import { useReducedMotion } from './reduced-motion.ts';

/** The maximum number of canvas pixels per CSS pixel, in each direction. */
const MAX_PIXEL_RATIO = 1.5;

/** Returns the size of the window: at least one pixel, because `resizeWater` divides by the size. */
const readWindowSize = () => ({ width: Math.max(1, innerWidth), height: Math.max(1, innerHeight) });

/** Builds the animation of a canvas. `settings` may change while the animation runs. */
function buildAnimation(
  canvas: HTMLCanvasElement,
  context: CanvasRenderingContext2D,
  settings: { current: ParticleSettings },
) {
  let size = readWindowSize();
  const water = createWater(size, settings.current);

  const resize = () => {
    const newSize = readWindowSize();
    resizeWater(water, size, newSize);
    size = newSize;

    const pixelRatio = Math.min(devicePixelRatio, MAX_PIXEL_RATIO);
    canvas.width = size.width * pixelRatio;
    canvas.height = size.height * pixelRatio;
    context.setTransform(pixelRatio, 0, 0, pixelRatio, 0, 0);
    drawWater(context, water);
  };

  const drawFrame = (milliseconds: number) => {
    eraseWater(context, water);
    advanceWater(water, size, settings.current, milliseconds / 1000);
    drawWater(context, water);
  };

  return { resize, drawFrame };
}

/**
 * The canvas of particles and bubbles behind the page. Its frames also move the light and the creatures. Nothing moves
 * with reduced motion, while the tab is hidden, or after a minute without input.
 */
export default function WaterCanvas({ particleDensity, bubbleFrequency }: ParticleSettings) {
  const canvas = useRef<HTMLCanvasElement>(null);
  const settings = useRef<ParticleSettings>({ particleDensity, bubbleFrequency });
  const reducedMotion = useReducedMotion();

  // With reduced motion, new settings need a redraw. Moving water adapts in its next frames.
  const redrawKey = reducedMotion ? `${particleDensity} ${bubbleFrequency}` : '';

  useEffect(() => {
    settings.current = { particleDensity, bubbleFrequency };
  }, [particleDensity, bubbleFrequency]);

  // biome-ignore lint/correctness/useExhaustiveDependencies: `redrawKey` changes when still water must be redrawn.
  useEffect(() => {
    const element = canvas.current;
    const context = element?.getContext('2d');
    if (!element || !context) return;

    const { resize, drawFrame } = buildAnimation(element, context, settings);
    resize();
    addEventListener('resize', resize);

    // The canvas is inside `.ocean__life`, inside `.ocean`.
    const ocean = element.parentElement!.parentElement!;
    const stop = reducedMotion
      ? undefined
      : onOceanFrame((milliseconds) => {
          drawFrame(milliseconds);
          advanceAnimations(ocean, milliseconds);
        });

    return () => {
      stop?.();
      removeEventListener('resize', resize);
    };
  }, [reducedMotion, redrawKey]);

  return <canvas ref={canvas} className="ocean__water" />;
}

import { useEffect, useRef } from 'react';
import { useStillness } from './motion.ts';
import { drawWater, fillWater, flow, type Look } from './particles.ts';

const FRAME_MS = 33;
const LONGEST_STEP_SECONDS = 0.1;

/**
 * The one canvas of particles and bubbles, behind everything. Still for those who prefer it, and stopped while the
 * tab is hidden.
 */
export default function WaterCanvas({ particleDensity, bubbleFrequency }: Look) {
  const canvas = useRef<HTMLCanvasElement>(null);
  const still = useStillness();

  useEffect(() => {
    const element = canvas.current;
    const context = element?.getContext('2d');
    if (!element || !context) return;
    const look = { particleDensity, bubbleFrequency };
    const size = { width: 0, height: 0 };
    let water = fillWater(size, look);
    let frame = 0;
    let last = 0;

    const resize = () => {
      // A phone's address bar changes the height all the time: refill only when the width changes too.
      const turned = size.width !== innerWidth;
      size.width = innerWidth;
      size.height = innerHeight;
      const sharpness = Math.min(devicePixelRatio, 1.5);
      element.width = size.width * sharpness;
      element.height = size.height * sharpness;
      context.setTransform(sharpness, 0, 0, sharpness, 0, 0);
      if (turned) water = fillWater(size, look);
      drawWater(context, water);
    };
    const step = (now: number) => {
      frame = requestAnimationFrame(step);
      if (now - last < FRAME_MS) return;
      flow(water, size, look, Math.min(LONGEST_STEP_SECONDS, (now - last) / 1000));
      last = now;
      drawWater(context, water);
    };
    const run = () => {
      cancelAnimationFrame(frame);
      if (!still && !document.hidden) frame = requestAnimationFrame(step);
    };

    resize();
    run();
    addEventListener('resize', resize);
    document.addEventListener('visibilitychange', run);
    return () => {
      cancelAnimationFrame(frame);
      removeEventListener('resize', resize);
      document.removeEventListener('visibilitychange', run);
    };
  }, [still, particleDensity, bubbleFrequency]);

  return <canvas ref={canvas} className="ocean__water" />;
}

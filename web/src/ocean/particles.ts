import type { Theme } from './theme.ts';

interface Drifter {
  x: number;
  y: number;
  radius: number;
  /** Pixels a second. */
  speed: number;
  /** Where in its sway it is, in radians. */
  phase: number;
  opacity: number;
}

/** What floats in the water: specks that drift, and bubbles that rise and are gone at the top. */
export interface Water {
  readonly specks: Drifter[];
  readonly bubbles: Drifter[];
}

export type Look = Pick<Theme, 'particleDensity' | 'bubbleFrequency'>;

interface Size {
  readonly width: number;
  readonly height: number;
}

const between = (low: number, high: number, random: () => number) => low + (high - low) * random();

/** Still water: the theme's specks, and the bubbles that would be on their way up. */
export function fillWater({ width, height }: Size, look: Look, random = Math.random): Water {
  const specks = Array.from({ length: look.particleDensity }, () => ({
    x: width * random(),
    y: height * random(),
    radius: between(0.6, 1.9, random),
    speed: between(3, 9, random),
    phase: between(0, Math.PI * 2, random),
    opacity: between(0.12, 0.42, random),
  }));
  const rising = Math.round(look.bubbleFrequency * (height / 45));
  const bubbles = Array.from({ length: rising }, () => ({ ...bubbleAt(width, height, random), y: height * random() }));
  return { specks, bubbles };
}

function bubbleAt(width: number, height: number, random: () => number): Drifter {
  const radius = between(2, 8, random);
  return {
    x: width * random(),
    y: height + radius,
    radius,
    speed: 28 + radius * 4,
    phase: between(0, Math.PI * 2, random),
    opacity: between(0.25, 0.55, random),
  };
}

/** Moves the water on by `seconds`. */
export function flow(water: Water, size: Size, look: Look, seconds: number, random = Math.random): void {
  for (const speck of water.specks) {
    speck.phase += seconds * 0.4;
    speck.x = (speck.x + Math.sin(speck.phase) * seconds * 4 + size.width) % size.width;
    speck.y = (speck.y + speck.speed * seconds) % size.height;
  }
  for (const bubble of water.bubbles) {
    bubble.phase += seconds * 2;
    bubble.x += Math.sin(bubble.phase) * seconds * 9;
    bubble.y -= bubble.speed * seconds;
  }
  const gone = water.bubbles.findIndex(({ y, radius }) => y < -radius);
  if (gone !== -1) water.bubbles.splice(gone, 1);
  if (random() < look.bubbleFrequency * seconds) water.bubbles.push(bubbleAt(size.width, size.height, random));
}

/** Draws the water in white; the page's own colours shine through. */
export function drawWater(context: CanvasRenderingContext2D, water: Water): void {
  context.clearRect(0, 0, context.canvas.width, context.canvas.height);
  context.fillStyle = '#fff';
  context.strokeStyle = '#fff';
  for (const { x, y, radius, opacity } of water.specks) {
    context.globalAlpha = opacity;
    context.beginPath();
    context.arc(x, y, radius, 0, Math.PI * 2);
    context.fill();
  }
  for (const { x, y, radius, opacity } of water.bubbles) {
    context.globalAlpha = opacity * 0.18;
    context.beginPath();
    context.arc(x, y, radius, 0, Math.PI * 2);
    context.fill();
    context.globalAlpha = opacity;
    context.lineWidth = 1;
    context.stroke();
    context.beginPath();
    context.arc(x, y, radius * 0.62, Math.PI * 1.05, Math.PI * 1.45);
    context.stroke();
  }
}

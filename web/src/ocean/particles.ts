import type { Theme } from './theme.ts';

interface Drifter {
  x: number;
  y: number;
  readonly radius: number;
  /** Pixels a second. */
  readonly speed: number;
  /** Where in its sway it is, in radians. */
  phase: number;
  readonly opacity: number;
}

interface Speck extends Drifter {
  /** How much of it is there, 0 to 1. */
  presence: number;
}

/** What floats in the water: specks that drift, and bubbles that rise and are gone at the top. */
interface Water {
  specks: Speck[];
  bubbles: Drifter[];
}

export type Look = Pick<Theme, 'particleDensity' | 'bubbleFrequency'>;

interface Size {
  readonly width: number;
  readonly height: number;
}

/** How long a speck takes to appear, or to disappear, when one comes into other waters. */
const PASSAGE_SECONDS = 2;

const between = (low: number, high: number, random: () => number) => low + (high - low) * random();

/** Still water: the theme's specks, and the bubbles that would be on their way up. */
export function fillWater(size: Size, look: Look, random = Math.random): Water {
  const { width, height } = size;
  const specks = Array.from({ length: look.particleDensity }, () => speckIn(size, 1, random));
  const rising = Math.round(look.bubbleFrequency * (height / 45));
  const bubbles = Array.from({ length: rising }, () => ({ ...bubbleAt(width, height, random), y: height * random() }));
  return { specks, bubbles };
}

function speckIn({ width, height }: Size, presence: number, random: () => number): Speck {
  return {
    x: width * random(),
    y: height * random(),
    radius: between(0.6, 1.9, random),
    speed: between(3, 9, random),
    phase: between(0, Math.PI * 2, random),
    opacity: between(0.12, 0.42, random),
    presence,
  };
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

/** Everything keeps its place in a window of another size. */
export function stretch({ specks, bubbles }: Water, from: Size, to: Size): void {
  for (const drifter of [...specks, ...bubbles]) {
    drifter.x *= to.width / from.width;
    drifter.y *= to.height / from.height;
  }
}

/**
 * Moves the water on by `seconds`, towards the look: specks too many dissolve and specks too few appear, so that
 * nothing jumps when the zone changes.
 */
export function flow(water: Water, size: Size, look: Look, seconds: number, random = Math.random): void {
  const { specks } = water;
  while (specks.length < look.particleDensity) specks.push(speckIn(size, 0, random));
  for (const [place, speck] of specks.entries()) {
    const change = (place < look.particleDensity ? seconds : -seconds) / PASSAGE_SECONDS;
    speck.presence = Math.min(1, Math.max(0, speck.presence + change));
    speck.phase += seconds * 0.4;
    speck.x = (speck.x + Math.sin(speck.phase) * seconds * 4 + size.width) % size.width;
    speck.y = (speck.y + speck.speed * seconds) % size.height;
  }
  water.specks = specks.filter(({ presence }, place) => presence > 0 || place < look.particleDensity);
  for (const bubble of water.bubbles) {
    bubble.phase += seconds * 2;
    bubble.x += Math.sin(bubble.phase) * seconds * 9;
    bubble.y -= bubble.speed * seconds;
  }
  water.bubbles = water.bubbles.filter(({ y, radius }) => y >= -radius);
  if (random() < look.bubbleFrequency * seconds) water.bubbles.push(bubbleAt(size.width, size.height, random));
}

/** Wipes the drawn water away, each thing by itself: a large window is mostly empty, and clearing it all takes longer. */
export function wipeWater(context: CanvasRenderingContext2D, { specks, bubbles }: Water): void {
  for (const { x, y, radius } of [...specks, ...bubbles]) {
    const reach = Math.ceil(radius) + 2;
    context.clearRect(x - reach, y - reach, 2 * reach, 2 * reach);
  }
}

/** Draws the water in white; the page's own colours shine through. */
export function drawWater(context: CanvasRenderingContext2D, water: Water): void {
  context.fillStyle = '#fff';
  context.strokeStyle = '#fff';
  context.lineWidth = 1;
  for (const { x, y, radius, opacity, presence } of water.specks) {
    context.globalAlpha = opacity * presence;
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
    context.stroke();
    context.beginPath();
    context.arc(x, y, radius * 0.62, Math.PI * 1.05, Math.PI * 1.45);
    context.stroke();
  }
}

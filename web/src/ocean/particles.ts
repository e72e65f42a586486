import type { Theme } from './theme.ts';

/** A particle in the water. Positions are in pixels. */
interface Particle {
  x: number;
  y: number;
  readonly radius: number;
  /** The vertical speed in pixels per second. */
  readonly speed: number;
  /** The position in its sideways swing, in radians. */
  phase: number;
  readonly opacity: number;
}

/** A particle that sinks slowly, and fades in and out. */
interface Speck extends Particle {
  /** 0 (invisible) to 1. Multiplied by the opacity, it fades specks in and out. */
  visibility: number;
}

/** The particles on screen: specks that drift, and bubbles that rise until they leave the top. */
interface Water {
  specks: Speck[];
  bubbles: Particle[];
}

/** The number of specks (`particleDensity`), and of new bubbles per second (`bubbleFrequency`). */
export type ParticleSettings = Pick<Theme, 'particleDensity' | 'bubbleFrequency'>;

interface Size {
  readonly width: number;
  readonly height: number;
}

/** Time in which a speck fades in or out when the zone changes, in seconds. */
const FADE_SECONDS = 2;

/** The approximate mean speed of bubbles, in pixels per second. See `createBubble`. */
const MEAN_BUBBLE_SPEED = 45;

/** How fast particles swing sideways, in radians per second. */
const SPECK_SWING_RATE = 0.4;
const BUBBLE_SWING_RATE = 2;

/** The maximum sideways speed of particles, in pixels per second. */
const SPECK_SWING_SPEED = 4;
const BUBBLE_SWING_SPEED = 9;

/** The opacity of the inside of a bubble, as a share of the opacity of its outline. */
const BUBBLE_FILL_OPACITY = 0.18;

/** The arc inside a bubble that looks like reflected light: its radius as a share of the bubble's, and its angles. */
const REFLECTION = { radius: 0.62, startAngle: Math.PI * 1.05, endAngle: Math.PI * 1.45 };

const randomBetween = (low: number, high: number, random: () => number) => low + (high - low) * random();

/** Creates the first frame: all specks, and as many bubbles as rise at a time on average. */
export function createWater(size: Size, settings: ParticleSettings, random = Math.random): Water {
  const specks = Array.from({ length: settings.particleDensity }, () => createSpeck(size, 1, random));
  const risingCount = Math.round(settings.bubbleFrequency * (size.height / MEAN_BUBBLE_SPEED));
  const bubbles = Array.from({ length: risingCount }, () => ({
    ...createBubble(size, random),
    y: size.height * random(),
  }));

  return { specks, bubbles };
}

function createSpeck({ width, height }: Size, visibility: number, random: () => number): Speck {
  return {
    x: width * random(),
    y: height * random(),
    radius: randomBetween(0.6, 1.9, random),
    speed: randomBetween(3, 9, random),
    phase: randomBetween(0, Math.PI * 2, random),
    opacity: randomBetween(0.12, 0.42, random),
    visibility,
  };
}

function createBubble({ width, height }: Size, random: () => number): Particle {
  const radius = randomBetween(2, 8, random);
  return {
    x: width * random(),
    y: height + radius,
    radius,
    // Large bubbles rise faster: at 36 pixels per second with the smallest radius, and at 60 with the largest.
    speed: 28 + radius * 4,
    phase: randomBetween(0, Math.PI * 2, random),
    opacity: randomBetween(0.25, 0.55, random),
  };
}

/** Moves all particles to the same relative position in a window of another size. */
export function resizeWater({ specks, bubbles }: Water, from: Size, to: Size): void {
  for (const particle of [...specks, ...bubbles]) {
    particle.x *= to.width / from.width;
    particle.y *= to.height / from.height;
  }
}

/**
 * Advances the water by `seconds`. Specks fade in or out until their number matches the settings, so that nothing jumps
 * when the zone changes.
 */
export function advanceWater(
  water: Water,
  size: Size,
  settings: ParticleSettings,
  seconds: number,
  random = Math.random,
): void {
  const { specks } = water;

  while (specks.length < settings.particleDensity) specks.push(createSpeck(size, 0, random));

  for (const [index, speck] of specks.entries()) {
    const visibilityChange = (index < settings.particleDensity ? seconds : -seconds) / FADE_SECONDS;
    speck.visibility = Math.min(1, Math.max(0, speck.visibility + visibilityChange));

    speck.phase += seconds * SPECK_SWING_RATE;
    const swing = Math.sin(speck.phase) * seconds * SPECK_SWING_SPEED;
    // A speck that leaves the water at one edge comes back at the opposite edge.
    speck.x = (speck.x + swing + size.width) % size.width;
    speck.y = (speck.y + speck.speed * seconds) % size.height;
  }

  water.specks = specks.filter(({ visibility }, index) => visibility > 0 || index < settings.particleDensity);

  for (const bubble of water.bubbles) {
    bubble.phase += seconds * BUBBLE_SWING_RATE;
    bubble.x += Math.sin(bubble.phase) * seconds * BUBBLE_SWING_SPEED;
    bubble.y -= bubble.speed * seconds;
  }

  water.bubbles = water.bubbles.filter(({ y, radius }) => y >= -radius);
  if (random() < settings.bubbleFrequency * seconds) water.bubbles.push(createBubble(size, random));
}

/** Clears each drawn particle. This is faster than clearing the whole canvas, which is mostly empty. */
export function eraseWater(context: CanvasRenderingContext2D, { specks, bubbles }: Water): void {
  for (const { x, y, radius } of [...specks, ...bubbles]) {
    // Two more pixels cover the outline of a bubble.
    const halfSide = Math.ceil(radius) + 2;
    context.clearRect(x - halfSide, y - halfSide, 2 * halfSide, 2 * halfSide);
  }
}

/** Fills a circle, which stays the current path. */
function fillCircle(context: CanvasRenderingContext2D, x: number, y: number, radius: number): void {
  context.beginPath();
  context.arc(x, y, radius, 0, Math.PI * 2);
  context.fill();
}

/** Draws all particles in translucent white. */
export function drawWater(context: CanvasRenderingContext2D, water: Water): void {
  context.fillStyle = '#fff';
  context.strokeStyle = '#fff';
  context.lineWidth = 1;

  for (const { x, y, radius, opacity, visibility } of water.specks) {
    context.globalAlpha = opacity * visibility;
    fillCircle(context, x, y, radius);
  }

  for (const { x, y, radius, opacity } of water.bubbles) {
    context.globalAlpha = opacity * BUBBLE_FILL_OPACITY;
    fillCircle(context, x, y, radius);

    // The outline: the circle is still the current path.
    context.globalAlpha = opacity;
    context.stroke();

    context.beginPath();
    context.arc(x, y, radius * REFLECTION.radius, REFLECTION.startAngle, REFLECTION.endAngle);
    context.stroke();
  }
}

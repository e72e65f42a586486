import { Canvas, type Colour } from './png.ts';
import { createRandom } from './random.ts';

/** The water's colours at the top and at the bottom of a picture. */
const WATERS = {
  lagoon: { top: [150, 232, 228], bottom: [16, 120, 150] },
  reef: { top: [70, 190, 214], bottom: [8, 66, 110] },
  open: { top: [40, 140, 200], bottom: [4, 32, 82] },
  dusk: { top: [236, 150, 120], bottom: [34, 40, 96] },
  deep: { top: [12, 52, 96], bottom: [1, 5, 20] },
  kelp: { top: [120, 190, 130], bottom: [6, 50, 48] },
} as const satisfies Record<string, { top: Colour; bottom: Colour }>;

export type Water = keyof typeof WATERS;

const FISH: Colour = [6, 20, 44];
const BUBBLE: Colour = [235, 250, 255];

/** Draws an underwater scene as PNG: light, dunes, bubbles, and a shoal of fish. The seed varies it. */
export function drawPicture(water: Water, seed: number, width = 600, height = 400): Buffer {
  const next = createRandom(seed);
  const canvas = new Canvas(width, height);
  drawWater(canvas, water, next);
  for (let layer = 0; layer < 3; layer++) drawDune(canvas, WATERS[water].bottom, layer, next);
  const shoal = { x: width * (0.3 + 0.4 * next()), y: height * (0.3 + 0.3 * next()) };
  for (let count = 0; count < 14; count++) {
    drawFish(canvas, shoal.x + (next() - 0.5) * 320, shoal.y + (next() - 0.5) * 170, 7 + 9 * next());
  }
  for (let count = 0; count < 18; count++) {
    drawBubble(canvas, width * next(), height * next() * 0.85, 2 + 9 * next() ** 3);
  }
  return canvas.encode();
}

function drawWater({ width, height, pixels }: Canvas, water: Water, next: () => number): void {
  const { top, bottom } = WATERS[water];
  const light = width * (0.2 + 0.6 * next());
  const beams = 20 + 24 * next();
  for (let y = 0, at = 0; y < height; y++) {
    const depth = y / height;
    const red = top[0] + (bottom[0] - top[0]) * depth;
    const green = top[1] + (bottom[1] - top[1]) * depth;
    const blue = top[2] + (bottom[2] - top[2]) * depth;
    for (let x = 0; x < width; x++, at += 3) {
      const beam = Math.sin(Math.atan2(x - light, y + 60) * beams) ** 2 * (1 - depth) * 34;
      const shade = beam + (next() - 0.5) * 7;
      pixels[at] = red + shade;
      pixels[at + 1] = green + shade;
      pixels[at + 2] = blue + shade;
    }
  }
}

function drawDune(canvas: Canvas, colour: Colour, layer: number, next: () => number): void {
  const { width, height } = canvas;
  const rise = 20 + 40 * next();
  const length = 80 + 200 * next();
  const start = 7 * next();
  for (let x = 0; x < width; x++) {
    const ground = height - 14 - layer * 16 - rise * (0.5 + 0.5 * Math.sin(x / length + start));
    for (let y = Math.max(0, Math.floor(ground)); y < height; y++) canvas.blend(x, y, colour, 0.35 + 0.12 * layer);
  }
}

/** An ellipse with a triangular tail to its left. */
function drawFish(canvas: Canvas, x: number, y: number, radius: number): void {
  visitSquare(canvas, x, y, radius * 1.6, (px, py, dx, dy) => {
    const body = (dx / radius) ** 2 + (dy / (radius * 0.42)) ** 2 <= 1;
    const tail = -dx - radius * 0.8;
    if (body || (tail > 0 && tail < radius * 0.7 && Math.abs(dy) < tail * 0.7)) canvas.blend(px, py, FISH, 0.7);
  });
}

function drawBubble(canvas: Canvas, x: number, y: number, radius: number): void {
  visitSquare(canvas, x, y, radius + 2, (px, py, dx, dy) => {
    if (Math.abs(Math.hypot(dx, dy) - radius) < 1.1) canvas.blend(px, py, BUBBLE, 0.6);
  });
}

/** Visits the pixels of a square, with their distance from its centre. */
function visitSquare(
  { width, height }: Canvas,
  x: number,
  y: number,
  reach: number,
  visit: (px: number, py: number, dx: number, dy: number) => void,
): void {
  for (let py = Math.max(0, Math.floor(y - reach)); py < Math.min(height, y + reach); py++) {
    for (let px = Math.max(0, Math.floor(x - reach)); px < Math.min(width, x + reach); px++) {
      visit(px, py, px - x, py - y);
    }
  }
}

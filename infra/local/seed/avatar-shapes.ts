/*
 * The shapes of the demo community's profile pictures (`avatar-motifs.ts`). Positions and lengths are shares of half a
 * picture: x goes from -1 (left) to 1 (right), and y from -1 (top) to 1 (bottom).
 */

/** Red, green, and blue, from 0 to 255. */
export type Colour = readonly [red: number, green: number, blue: number];

export const WHITE: Colour = [246, 250, 252];
export const INK: Colour = [10, 26, 48];

type Point = readonly [x: number, y: number];

/** A coloured area. Later areas are drawn over earlier ones. */
export interface Shape {
  readonly colour: Colour;
  /** Returns whether a point is in the area. */
  readonly covers: (x: number, y: number) => boolean;
  /** Two opposite corners of a rectangle that contains the area, so that only its pixels are checked. */
  readonly bounds: readonly [Point, Point];
}

/** Creates an ellipse with the radii `rx` and `ry`, turned by `turn` radians. */
export function ellipse(colour: Colour, [cx, cy]: Point, rx: number, ry = rx, turn = 0): Shape {
  const reach = Math.max(rx, ry);

  return {
    colour,
    bounds: [
      [cx - reach, cy - reach],
      [cx + reach, cy + reach],
    ],
    covers: (x, y) => {
      const along = (x - cx) * Math.cos(turn) + (y - cy) * Math.sin(turn);
      const across = (y - cy) * Math.cos(turn) - (x - cx) * Math.sin(turn);
      return (along / rx) ** 2 + (across / ry) ** 2 <= 1;
    },
  };
}

/** Creates a polygon with these corners, in order. */
export function polygon(colour: Colour, ...corners: Point[]): Shape {
  const columns = corners.map(([x]) => x);
  const rows = corners.map(([, y]) => y);

  return {
    colour,
    bounds: [
      [Math.min(...columns), Math.min(...rows)],
      [Math.max(...columns), Math.max(...rows)],
    ],
    // Counts the edges to the right of the point. An odd number means that the point is inside.
    covers: (x, y) =>
      corners.reduce((inside, [bx, by], index) => {
        const [ax, ay] = corners.at(index - 1) ?? [bx, by];
        const crosses = ay > y !== by > y && x < ax + ((y - ay) / (by - ay)) * (bx - ax);
        return crosses ? !inside : inside;
      }, false),
  };
}

/** Creates a star with an upright point, a little below the middle of the picture. */
export function star(colour: Colour, pointCount: number, outerRadius: number, innerRadius: number): Shape {
  const corners = Array.from({ length: pointCount * 2 }, (_, index): Point => {
    const angle = (index * Math.PI) / pointCount - Math.PI / 2;
    const radius = index % 2 === 0 ? outerRadius : innerRadius;
    return [radius * Math.cos(angle), 0.05 + radius * Math.sin(angle)];
  });
  return polygon(colour, ...corners);
}

/** Creates the area below a wavy line at this level. `phase` moves the waves sideways, in radians. */
export function wave(colour: Colour, level: number, amplitude: number, phase: number): Shape {
  return {
    colour,
    bounds: [
      [-1, level - amplitude],
      [1, 1],
    ],
    covers: (x, y) => y > level + amplitude * Math.sin(x * 4 + phase),
  };
}

/** How far a strand sways to each side. */
const SWAY = 0.07;

/** Creates a wavy vertical strip, such as a stalk of kelp. `phase` moves its waves, in radians. */
export function strand(
  colour: Colour,
  cx: number,
  halfWidth: number,
  [top, bottom]: readonly [top: number, bottom: number],
  phase: number,
): Shape {
  return {
    colour,
    bounds: [
      [cx - halfWidth - SWAY, top],
      [cx + halfWidth + SWAY, bottom],
    ],
    covers: (x, y) => y > top && y < bottom && Math.abs(x - cx - SWAY * Math.sin(y * 6 + phase)) < halfWidth,
  };
}

/** Creates an eye that looks to the right. */
export function eye(x: number, y: number, radius = 0.08): Shape[] {
  return [ellipse(WHITE, [x, y], radius), ellipse(INK, [x + radius * 0.2, y], radius * 0.55)];
}

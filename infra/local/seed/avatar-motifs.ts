/*
 * What the pictures in the folder `avatars` show. bin/draw-avatars.ts draws them again.
 */

/** Red, green, and blue, from 0 to 255. */
export type Colour = readonly [red: number, green: number, blue: number];

const WHITE: Colour = [246, 250, 252];
const INK: Colour = [10, 26, 48];

/** A point of the picture: from -1 to 1, from left to right and from top to bottom. */
type Point = readonly [x: number, y: number];

/** A coloured area. Later areas are drawn over earlier ones. */
export interface Shape {
  readonly colour: Colour;
  readonly covers: (x: number, y: number) => boolean;
  /** Two opposite corners of a rectangle that contains the area. */
  readonly within: readonly [Point, Point];
}

/** What one picture shows. */
export interface Motif {
  /** The background at the top and at the bottom. */
  readonly water: readonly [Colour, Colour];
  readonly shapes: readonly Shape[];
}

const createSquare = ([x, y]: Point, reach: number): Shape['within'] => [
  [x - reach, y - reach],
  [x + reach, y + reach],
];

/** An ellipse with the radii `rx` and `ry`, turned by `turn` radians. */
const ellipse = (colour: Colour, [cx, cy]: Point, rx: number, ry = rx, turn = 0): Shape => ({
  colour,
  within: createSquare([cx, cy], Math.max(rx, ry)),
  covers: (x, y) => {
    const [along, across] = [
      (x - cx) * Math.cos(turn) + (y - cy) * Math.sin(turn),
      (y - cy) * Math.cos(turn) - (x - cx) * Math.sin(turn),
    ];
    return (along / rx) ** 2 + (across / ry) ** 2 <= 1;
  },
});

const polygon = (colour: Colour, ...corners: Point[]): Shape => ({
  colour,
  within: [
    [Math.min(...corners.map(([x]) => x)), Math.min(...corners.map(([, y]) => y))],
    [Math.max(...corners.map(([x]) => x)), Math.max(...corners.map(([, y]) => y))],
  ],
  // Counts the edges to the right of the point. An odd number means that the point is inside.
  covers: (x, y) =>
    corners.reduce((inside, [bx, by], index) => {
      const [ax, ay] = corners.at(index - 1) ?? [bx, by];
      const crosses = ay > y !== by > y && x < ax + ((y - ay) / (by - ay)) * (bx - ax);
      return crosses ? !inside : inside;
    }, false),
});

/** The area below a wavy line. */
const wave = (colour: Colour, level: number, height: number, start: number): Shape => ({
  colour,
  within: [
    [-1, level - height],
    [1, 1],
  ],
  covers: (x, y) => y > level + height * Math.sin(x * 4 + start),
});

/** How far a strand sways to each side. */
const SWAY = 0.07;

/** A wavy vertical strip, such as a stalk of kelp. */
const strand = (colour: Colour, cx: number, width: number, [top, bottom]: Point, start: number): Shape => ({
  colour,
  within: [
    [cx - width - SWAY, top],
    [cx + width + SWAY, bottom],
  ],
  covers: (x, y) => y > top && y < bottom && Math.abs(x - cx - SWAY * Math.sin(y * 6 + start)) < width,
});

const eye = (x: number, y: number, size = 0.08): Shape[] => [
  ellipse(WHITE, [x, y], size),
  ellipse(INK, [x + size * 0.2, y], size * 0.55),
];

function star(colour: Colour, points: number, outer: number, inner: number): Shape {
  const corners = Array.from({ length: points * 2 }, (_, index): Point => {
    const angle = (index * Math.PI) / points - Math.PI / 2;
    const reach = index % 2 === 0 ? outer : inner;
    return [reach * Math.cos(angle), 0.05 + reach * Math.sin(angle)];
  });
  return polygon(colour, ...corners);
}

/** The pictures of the demo community, by file name without `.png`. */
export const AVATAR_MOTIFS = {
  whale: {
    water: [
      [178, 228, 238],
      [24, 92, 148],
    ],
    shapes: [
      ellipse([226, 246, 250], [-0.22, -0.62], 0.07, 0.2, -0.5),
      ellipse([226, 246, 250], [0.02, -0.62], 0.07, 0.2, 0.5),
      polygon([38, 66, 104], [0.5, 0.1], [0.94, -0.34], [0.74, -0.02], [0.98, 0.2], [0.6, 0.26]),
      ellipse([38, 66, 104], [-0.08, 0.14], 0.68, 0.42),
      ellipse([206, 222, 232], [-0.2, 0.36], 0.46, 0.2),
      ...eye(-0.46, 0.08, 0.06),
    ],
  },
  kelp: {
    water: [
      [196, 230, 170],
      [14, 84, 84],
    ],
    shapes: [-0.7, -0.32, 0.06, 0.4, 0.76].flatMap((x, index) => [
      strand([22, 92 + index * 12, 58], x, 0.055, [-0.95 + 0.2 * (index % 3), 1], index * 2),
      ...[-0.4, 0, 0.4].map((y) => ellipse([44, 122 + index * 10, 66], [x + 0.11, y + index * 0.06], 0.15, 0.05, -0.6)),
    ]),
  },
  sun: {
    water: [
      [250, 186, 136],
      [232, 112, 110],
    ],
    shapes: [
      ellipse([255, 236, 190], [0, -0.02], 0.46),
      wave([94, 76, 132], 0.2, 0.03, 0),
      wave([64, 62, 120], 0.46, 0.04, 2),
      wave([36, 46, 96], 0.72, 0.05, 4),
    ],
  },
  octopus: {
    water: [
      [22, 66, 112],
      [4, 18, 48],
    ],
    shapes: [
      ...[-0.48, -0.24, 0, 0.24, 0.48].map((x, index) =>
        strand([198, 88, 104], x, 0.09, [0.1, 0.72 - Math.abs(x) * 0.4], index * 1.7),
      ),
      ellipse([214, 104, 116], [0, -0.12], 0.52, 0.48),
      ...eye(-0.2, 0, 0.11),
      ...eye(0.2, 0, 0.11),
    ],
  },
  starfish: {
    water: [
      [248, 232, 200],
      [232, 200, 150],
    ],
    shapes: [
      star([226, 116, 72], 5, 0.8, 0.34),
      star([240, 150, 98], 5, 0.5, 0.2),
      ellipse([252, 206, 160], [0, 0.05], 0.09),
    ],
  },
  lighthouse: {
    water: [
      [166, 206, 230],
      [222, 236, 240],
    ],
    shapes: [
      polygon([255, 244, 190], [0, -0.5], [1, -0.78], [1, -0.3]),
      polygon(WHITE, [-0.18, -0.4], [0.18, -0.4], [0.3, 0.7], [-0.3, 0.7]),
      polygon([206, 62, 60], [-0.21, -0.16], [0.21, -0.16], [0.24, 0.12], [-0.24, 0.12]),
      polygon([206, 62, 60], [-0.27, 0.4], [0.27, 0.4], [0.3, 0.7], [-0.3, 0.7]),
      polygon([52, 66, 84], [-0.16, -0.62], [0.16, -0.62], [0.16, -0.4], [-0.16, -0.4]),
      polygon([206, 62, 60], [0, -0.84], [0.2, -0.62], [-0.2, -0.62]),
      ellipse([255, 230, 130], [0, -0.5], 0.08),
      wave([40, 104, 148], 0.66, 0.05, 1),
    ],
  },
  turtle: {
    water: [
      [120, 220, 214],
      [20, 130, 160],
    ],
    shapes: [
      ellipse([110, 152, 96], [-0.5, -0.42], 0.36, 0.16, -0.7),
      ellipse([110, 152, 96], [0.5, -0.42], 0.36, 0.16, 0.7),
      ellipse([110, 152, 96], [-0.42, 0.52], 0.24, 0.12, 0.8),
      ellipse([110, 152, 96], [0.42, 0.52], 0.24, 0.12, -0.8),
      ellipse([124, 168, 106], [0, -0.66], 0.18, 0.22),
      ellipse([86, 100, 58], [0, 0.06], 0.5, 0.58),
      ...(
        [
          [0, 0.04],
          [0, -0.34],
          [0, 0.42],
          [-0.28, -0.14],
          [0.28, -0.14],
          [-0.28, 0.24],
          [0.28, 0.24],
        ] as const
      ).map((middle) => ellipse([136, 146, 84], middle, 0.13, 0.15)),
      ellipse(INK, [-0.08, -0.72], 0.03),
      ellipse(INK, [0.08, -0.72], 0.03),
    ],
  },
  iceberg: {
    water: [
      [206, 228, 242],
      [176, 208, 232],
    ],
    shapes: [
      wave([28, 92, 140], 0, 0.02, 0),
      polygon([84, 150, 190], [-0.68, 0], [0.62, 0], [0.44, 0.5], [0.1, 0.86], [-0.3, 0.6]),
      polygon(WHITE, [-0.52, 0.02], [-0.3, -0.42], [-0.06, -0.3], [0.14, -0.68], [0.46, 0.02]),
      polygon([214, 230, 240], [0.14, -0.68], [0.46, 0.02], [0.08, 0.02]),
    ],
  },
  fish: {
    water: [
      [70, 170, 200],
      [10, 60, 110],
    ],
    shapes: [
      polygon([238, 140, 50], [0.36, 0], [0.84, -0.36], [0.72, 0], [0.84, 0.36]),
      polygon([226, 120, 40], [-0.2, -0.3], [0.24, -0.62], [0.3, -0.2]),
      ellipse([246, 160, 60], [-0.1, 0], 0.6, 0.4),
      ellipse(WHITE, [-0.16, 0], 0.08, 0.38),
      ellipse(WHITE, [0.24, 0], 0.06, 0.3),
      ...eye(-0.46, -0.08, 0.09),
    ],
  },
  wave: {
    water: [
      [252, 226, 206],
      [250, 200, 180],
    ],
    shapes: [
      wave([126, 200, 206], -0.2, 0.16, 0),
      wave([66, 160, 184], 0.1, 0.14, 2),
      wave([30, 112, 156], 0.4, 0.12, 4),
      wave([14, 70, 118], 0.7, 0.1, 6),
    ],
  },
} as const satisfies Record<string, Motif>;

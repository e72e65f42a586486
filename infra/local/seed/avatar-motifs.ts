/*
 * The motifs of the pictures in the folder `avatars`. After a change, draw the pictures again with bin/draw-avatars.ts.
 */
import { type Colour, ellipse, eye, INK, polygon, type Shape, star, strand, WHITE, wave } from './avatar-shapes.ts';

/** The content of one picture. */
export interface Motif {
  /** The colours at the top and at the bottom. The colours between them change gradually. */
  readonly background: readonly [top: Colour, bottom: Colour];
  /** From the back to the front. */
  readonly shapes: readonly Shape[];
}

/** The pictures of the demo community, by file name without `.png`. */
export const AVATAR_MOTIFS = {
  whale: {
    background: [
      [178, 228, 238],
      [24, 92, 148],
    ],
    shapes: [
      // The spout.
      ellipse([226, 246, 250], [-0.22, -0.62], 0.07, 0.2, -0.5),
      ellipse([226, 246, 250], [0.02, -0.62], 0.07, 0.2, 0.5),
      // The tail, the body, and the pale belly.
      polygon([38, 66, 104], [0.5, 0.1], [0.94, -0.34], [0.74, -0.02], [0.98, 0.2], [0.6, 0.26]),
      ellipse([38, 66, 104], [-0.08, 0.14], 0.68, 0.42),
      ellipse([206, 222, 232], [-0.2, 0.36], 0.46, 0.2),
      ...eye(-0.46, 0.08, 0.06),
    ],
  },
  kelp: {
    background: [
      [196, 230, 170],
      [14, 84, 84],
    ],
    shapes: [-0.7, -0.32, 0.06, 0.4, 0.76].flatMap((x, index) => [
      // A stalk, and its leaves.
      strand([22, 92 + index * 12, 58], x, 0.055, [-0.95 + 0.2 * (index % 3), 1], index * 2),
      ...[-0.4, 0, 0.4].map((y) => ellipse([44, 122 + index * 10, 66], [x + 0.11, y + index * 0.06], 0.15, 0.05, -0.6)),
    ]),
  },
  sun: {
    background: [
      [250, 186, 136],
      [232, 112, 110],
    ],
    shapes: [
      // The sun, which sets behind three waves.
      ellipse([255, 236, 190], [0, -0.02], 0.46),
      wave([94, 76, 132], 0.2, 0.03, 0),
      wave([64, 62, 120], 0.46, 0.04, 2),
      wave([36, 46, 96], 0.72, 0.05, 4),
    ],
  },
  octopus: {
    background: [
      [22, 66, 112],
      [4, 18, 48],
    ],
    shapes: [
      // The arms, shorter towards the sides, and then the head.
      ...[-0.48, -0.24, 0, 0.24, 0.48].map((x, index) =>
        strand([198, 88, 104], x, 0.09, [0.1, 0.72 - Math.abs(x) * 0.4], index * 1.7),
      ),
      ellipse([214, 104, 116], [0, -0.12], 0.52, 0.48),
      ...eye(-0.2, 0, 0.11),
      ...eye(0.2, 0, 0.11),
    ],
  },
  starfish: {
    background: [
      [248, 232, 200],
      [232, 200, 150],
    ],
    shapes: [
      // Two stars, one on the other, and the middle.
      star([226, 116, 72], 5, 0.8, 0.34),
      star([240, 150, 98], 5, 0.5, 0.2),
      ellipse([252, 206, 160], [0, 0.05], 0.09),
    ],
  },
  lighthouse: {
    background: [
      [166, 206, 230],
      [222, 236, 240],
    ],
    shapes: [
      // The beam of light.
      polygon([255, 244, 190], [0, -0.5], [1, -0.78], [1, -0.3]),
      // The tower with two red stripes.
      polygon(WHITE, [-0.18, -0.4], [0.18, -0.4], [0.3, 0.7], [-0.3, 0.7]),
      polygon([206, 62, 60], [-0.21, -0.16], [0.21, -0.16], [0.24, 0.12], [-0.24, 0.12]),
      polygon([206, 62, 60], [-0.27, 0.4], [0.27, 0.4], [0.3, 0.7], [-0.3, 0.7]),
      // The lantern room, its roof, and the lamp.
      polygon([52, 66, 84], [-0.16, -0.62], [0.16, -0.62], [0.16, -0.4], [-0.16, -0.4]),
      polygon([206, 62, 60], [0, -0.84], [0.2, -0.62], [-0.2, -0.62]),
      ellipse([255, 230, 130], [0, -0.5], 0.08),
      // The sea in front of the tower.
      wave([40, 104, 148], 0.66, 0.05, 1),
    ],
  },
  turtle: {
    background: [
      [120, 220, 214],
      [20, 130, 160],
    ],
    shapes: [
      // The four flippers.
      ellipse([110, 152, 96], [-0.5, -0.42], 0.36, 0.16, -0.7),
      ellipse([110, 152, 96], [0.5, -0.42], 0.36, 0.16, 0.7),
      ellipse([110, 152, 96], [-0.42, 0.52], 0.24, 0.12, 0.8),
      ellipse([110, 152, 96], [0.42, 0.52], 0.24, 0.12, -0.8),
      // The head, and the shell with its plates.
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
      // The eyes, seen from above.
      ellipse(INK, [-0.08, -0.72], 0.03),
      ellipse(INK, [0.08, -0.72], 0.03),
    ],
  },
  iceberg: {
    background: [
      [206, 228, 242],
      [176, 208, 232],
    ],
    shapes: [
      // The sea, the ice below its surface, and the ice above with a shaded side.
      wave([28, 92, 140], 0, 0.02, 0),
      polygon([84, 150, 190], [-0.68, 0], [0.62, 0], [0.44, 0.5], [0.1, 0.86], [-0.3, 0.6]),
      polygon(WHITE, [-0.52, 0.02], [-0.3, -0.42], [-0.06, -0.3], [0.14, -0.68], [0.46, 0.02]),
      polygon([214, 230, 240], [0.14, -0.68], [0.46, 0.02], [0.08, 0.02]),
    ],
  },
  fish: {
    background: [
      [70, 170, 200],
      [10, 60, 110],
    ],
    shapes: [
      // The tail, and the fin on the back.
      polygon([238, 140, 50], [0.36, 0], [0.84, -0.36], [0.72, 0], [0.84, 0.36]),
      polygon([226, 120, 40], [-0.2, -0.3], [0.24, -0.62], [0.3, -0.2]),
      // The body with two white stripes.
      ellipse([246, 160, 60], [-0.1, 0], 0.6, 0.4),
      ellipse(WHITE, [-0.16, 0], 0.08, 0.38),
      ellipse(WHITE, [0.24, 0], 0.06, 0.3),
      ...eye(-0.46, -0.08, 0.09),
    ],
  },
  wave: {
    background: [
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

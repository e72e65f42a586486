import { expect, it } from 'vitest';
import { cropAndScale } from './reencode-picture.ts';

/** Options of profile pictures, which are square. */
const SQUARE = { maxSideLength: 512, cropsToSquare: true };

// `crop` is the part of the picture that is drawn: left, top, width, height. `width` and `height` are those of the result.
it.each([
  {
    rule: 'shrinks the longer side to the limit, in proportion',
    size: { width: 4000, height: 3000 },
    options: { maxSideLength: 2048 },
    drawing: { crop: [0, 0, 4000, 3000], width: 2048, height: 1536 },
  },
  {
    rule: 'keeps the size of a picture below the limit',
    size: { width: 300, height: 200 },
    options: { maxSideLength: 2048 },
    drawing: { crop: [0, 0, 300, 200], width: 300, height: 200 },
  },
  {
    rule: 'crops both sides of a wide picture to a square, and shrinks it',
    size: { width: 1600, height: 1000 },
    options: SQUARE,
    drawing: { crop: [300, 0, 1000, 1000], width: 512, height: 512 },
  },
  {
    rule: 'crops the top and the bottom of a small, high picture to a square, and keeps its size',
    size: { width: 90, height: 101 },
    options: SQUARE,
    drawing: { crop: [0, 5.5, 90, 90], width: 90, height: 90 },
  },
  {
    rule: 'keeps at least one pixel of the shorter side',
    size: { width: 20_000, height: 2 },
    options: { maxSideLength: 512 },
    drawing: { crop: [0, 0, 20_000, 2], width: 512, height: 1 },
  },
])('cropAndScale $rule', ({ size, options, drawing }) => {
  const { crop, width, height } = cropAndScale(size, options);
  expect({ crop: [crop.x, crop.y, crop.width, crop.height], width, height }).toEqual(drawing);
});

import { expect, it } from 'vitest';
import { cropAndScale } from './reencode-picture.ts';

// The longer side shrinks to the limit, and never grows. `crop` is the part that is drawn: left, top, width, height.
it.each([
  [{ width: 4000, height: 3000 }, { maxSideLength: 2048 }, { crop: [0, 0, 4000, 3000], width: 2048, height: 1536 }],
  [{ width: 300, height: 200 }, { maxSideLength: 2048 }, { crop: [0, 0, 300, 200], width: 300, height: 200 }],
  [
    { width: 1600, height: 1000 },
    { maxSideLength: 512, cropsToSquare: true },
    { crop: [300, 0, 1000, 1000], width: 512, height: 512 },
  ],
  [
    { width: 90, height: 101 },
    { maxSideLength: 512, cropsToSquare: true },
    { crop: [0, 5.5, 90, 90], width: 90, height: 90 },
  ],
  [{ width: 20_000, height: 2 }, { maxSideLength: 512 }, { crop: [0, 0, 20_000, 2], width: 512, height: 1 }],
])('cropAndScale draws a picture of %o with the options %o', (size, options, expectedDrawing) => {
  const { crop, width, height } = cropAndScale(size, options);
  expect({ crop: [crop.x, crop.y, crop.width, crop.height], width, height }).toEqual(expectedDrawing);
});

/** Tests of the arithmetic of pinching: where a picture is, so that the same point stays under the fingers. */
import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { midpoint, positionFor, toPicturePoint } from './pinch.ts';

/** Generates a finite number in this range. */
const anyNumber = (min: number, max: number) => fc.double({ min, max, noNaN: true });
const anyPoint = fc.record({ x: anyNumber(-2000, 2000), y: anyNumber(-2000, 2000) });
const anySize = fc.record({ width: anyNumber(1, 4000), height: anyNumber(1, 4000) });
const anyScale = anyNumber(0.5, 9);

/** Each dimension of a size, with its coordinate. */
const AXES = [
  ['width', 'x'],
  ['height', 'y'],
] as const;

describe('positionFor', () => {
  it('centres a smaller picture, and fills the frame with a larger one', () => {
    fc.assert(
      fc.property(anyPoint, anyPoint, anyScale, anySize, anySize, (anchor, finger, scale, picture, frame) => {
        const position = positionFor(anchor, finger, scale, picture, frame);

        for (const [dimension, axis] of AXES) {
          const start = position[axis];
          const end = frame[dimension] - (start + picture[dimension] * scale);
          if (picture[dimension] * scale <= frame[dimension]) expect(start).toBeCloseTo(end, 6);
          else expect(Math.max(start, end)).toBeLessThanOrEqual(1e-6);
        }
      }),
    );
  });

  it('keeps the same point of the picture under the fingers, unless an edge has reached the frame', () => {
    fc.assert(
      fc.property(anyPoint, anyPoint, anyScale, anySize, anySize, (anchor, finger, scale, picture, frame) => {
        const position = positionFor(anchor, finger, scale, picture, frame);
        const pointUnderFinger = toPicturePoint(finger, { scale, ...position });

        for (const [dimension, axis] of AXES) {
          const isInside = position[axis] < 0 && position[axis] > frame[dimension] - picture[dimension] * scale;
          if (isInside) expect(pointUnderFinger[axis]).toBeCloseTo(anchor[axis], 6);
        }
      }),
    );
  });

  it('does not move a picture when fingers touch it', () => {
    fc.assert(
      fc.property(anyPoint, anyPoint, anyScale, anySize, anySize, (target, finger, scale, picture, frame) => {
        const position = positionFor({ x: 0, y: 0 }, target, scale, picture, frame);

        const anchor = toPicturePoint(finger, { scale, ...position });
        const newPosition = positionFor(anchor, finger, scale, picture, frame);

        expect(newPosition.x).toBeCloseTo(position.x, 6);
        expect(newPosition.y).toBeCloseTo(position.y, 6);
      }),
    );
  });

  it('returns a position that depends only on the current fingers', () => {
    const picture = { width: 400, height: 400 };
    const frame = { width: 400, height: 400 };
    const anchor = toPicturePoint({ x: 100, y: 200 }, { scale: 2, x: -200, y: -200 });

    expect(positionFor(anchor, { x: 900, y: 200 }, 2, picture, frame)).toEqual({ x: 0, y: -200 });
    expect(positionFor(anchor, { x: 100, y: 200 }, 2, picture, frame)).toEqual({ x: -200, y: -200 });
  });
});

it('midpoint returns the point between two fingers in any order', () => {
  expect(midpoint({ x: 10, y: 40 }, { x: 30, y: 20 })).toEqual({ x: 20, y: 30 });
  expect(midpoint({ x: 30, y: 20 }, { x: 10, y: 40 })).toEqual({ x: 20, y: 30 });
});

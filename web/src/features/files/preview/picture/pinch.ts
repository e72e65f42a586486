/** A point in pixels. */
export interface Point {
  readonly x: number;
  readonly y: number;
}

/** A size in pixels. */
export interface Size {
  readonly width: number;
  readonly height: number;
}

/** The scale of a picture, and the position of its upper left corner in its frame, in pixels. */
export interface Transform extends Point {
  readonly scale: number;
}

/** Returns the point between two fingers. */
export function midpoint(a: Point, b: Point): Point {
  return { x: (a.x + b.x) / 2, y: (a.y + b.y) / 2 };
}

/** Returns the point of a picture, at scale 1, that lies under a point of its frame. */
export function toPicturePoint(point: Point, { scale, x, y }: Transform): Point {
  return { x: (point.x - x) / scale, y: (point.y - y) / scale };
}

/**
 * Returns the position that puts a point of the picture under a point of its frame.
 *
 * A larger picture still fills its frame, and a smaller one stays centred.
 *
 * @param anchor - the point of the picture, at scale 1
 * @param picture - the size of the picture at scale 1
 */
export function positionFor(anchor: Point, point: Point, scale: number, picture: Size, frame: Size): Point {
  return {
    x: limitPosition(point.x - anchor.x * scale, picture.width * scale, frame.width),
    y: limitPosition(point.y - anchor.y * scale, picture.height * scale, frame.height),
  };
}

/** Returns the nearest position at which a larger picture fills its frame. A smaller picture is centred. */
function limitPosition(position: number, pictureLength: number, frameLength: number): number {
  if (pictureLength <= frameLength) return (frameLength - pictureLength) / 2;
  return Math.min(0, Math.max(frameLength - pictureLength, position));
}

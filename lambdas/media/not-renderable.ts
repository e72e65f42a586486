/**
 * Thrown for a file that gets no renditions: it isn't a picture of a known format, is broken, or exceeds a limit of
 * pixels, bytes, or time. A retry would fail in the same way.
 */
export class NotRenderable extends Error {
  override readonly name = 'NotRenderable';
}

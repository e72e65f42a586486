/**
 * A picture that gets no renditions: it isn't a picture of a known format, is broken, or exceeds a limit of pixels,
 * bytes, or time. Trying again gives the same result.
 */
export class NotRenderable extends Error {
  override readonly name = 'NotRenderable';
}

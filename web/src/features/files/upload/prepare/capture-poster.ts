import { MAX_PICTURE_BYTES, PREVIEW_PIXELS } from '../../../../../../shared/rules/limits.ts';
import { cropAndScale } from '../../../../platform/pictures/reencode-picture.ts';

/** How long loading a video, or one of its frames, may take, in milliseconds. */
const FRAME_TIMEOUT_MS = 10_000;

/** The time of the first frame in a short video is its length divided by this number. */
const FIRST_FRAME_DIVISOR = 10;

/** The latest time of the first frame, in seconds. */
const MAX_FIRST_FRAME_SECONDS = 1;

/** Positions of the further frames, as shares of the video's length. Used while all earlier frames are black. */
const LATER_FRAMES = [0.25, 0.5] as const;

/** The times of the frames to try if the length is unknown, in seconds. */
const DEFAULT_FRAME_TIMES = [0, 1, 3] as const;

/** Mean brightness (0 to 255) up to which a frame counts as black. */
const MAX_BLACK_BRIGHTNESS = 16;

/** The bytes of a pixel: red, green, blue, and opacity. */
const PIXEL_BYTES = 4;

/** The bytes of a pixel that have a brightness: all except opacity. */
const COLOUR_CHANNELS = 3;

/** Formats of a poster, in order of preference. Browsers that can't encode the first use the second. */
const FORMATS = ['image/webp', 'image/jpeg'] as const;

/** The quality of a poster, from 0 to 1. */
const QUALITY = 0.8;

/**
 * Returns the times of the frames to try, in seconds.
 *
 * Later frames are tried in case the start is black. The length of a recording can be unknown: seeking beyond its end
 * then leads to the last frame.
 *
 * @param duration - the length of the video, in seconds
 */
export function computeFrameTimes(duration: number): number[] {
  if (!Number.isFinite(duration) || duration <= 0) return [...DEFAULT_FRAME_TIMES];

  const firstTime = Math.min(MAX_FIRST_FRAME_SECONDS, duration / FIRST_FRAME_DIVISOR);
  return [firstTime, ...LATER_FRAMES.map((share) => duration * share)];
}

/** Returns whether a frame is black, from the bytes of its pixels. */
export function isBlack(pixels: Uint8ClampedArray): boolean {
  let sum = 0;
  for (let index = 0; index < pixels.length; index += PIXEL_BYTES) {
    sum += (pixels[index] ?? 0) + (pixels[index + 1] ?? 0) + (pixels[index + 2] ?? 0);
  }

  const pixelCount = pixels.length / PIXEL_BYTES;
  return sum <= MAX_BLACK_BRIGHTNESS * COLOUR_CHANNELS * pixelCount;
}

/**
 * Returns the first frame of a video that isn't black. Its longer side has at most {@link PREVIEW_PIXELS}.
 *
 * @returns undefined if the browser can't play the video or encode the frame, or all frames that were tried are black
 */
export async function capturePoster(file: Blob, signal: AbortSignal): Promise<Blob | undefined> {
  const video = document.createElement('video');
  const url = URL.createObjectURL(file);
  Object.assign(video, { muted: true, playsInline: true, preload: 'auto' });

  try {
    await waitForEvent(video, 'loadeddata', signal, () => {
      video.src = url;
    });

    for (const time of computeFrameTimes(video.duration)) {
      await waitForEvent(video, 'seeked', signal, () => {
        video.currentTime = time;
      });

      const canvas = drawFrame(video);
      if (canvas) return await encode(canvas);
    }

    return undefined;
  } catch (error) {
    // A video can be shared without a poster.
    if (!signal.aborted) console.info(error);
    return undefined;
  } finally {
    video.removeAttribute('src');
    video.load();
    URL.revokeObjectURL(url);
  }
}

/** Draws the current frame. Returns undefined if the frame is black or can't be drawn. */
function drawFrame(video: HTMLVideoElement): HTMLCanvasElement | undefined {
  const size = { width: video.videoWidth, height: video.videoHeight };
  if (size.width === 0 || size.height === 0) return undefined;

  const { width, height } = cropAndScale(size, { maxSideLength: PREVIEW_PIXELS });
  const canvas = Object.assign(document.createElement('canvas'), { width, height });
  const context = canvas.getContext('2d');
  if (!context) return undefined;

  context.drawImage(video, 0, 0, width, height);
  return isBlack(context.getImageData(0, 0, width, height).data) ? undefined : canvas;
}

/** Encodes a frame in the first format that the browser supports. */
async function encode(canvas: HTMLCanvasElement): Promise<Blob | undefined> {
  for (const format of FORMATS) {
    const blob = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, format, QUALITY));
    if (blob?.type === format && blob.size <= MAX_PICTURE_BYTES) return blob;
  }

  return undefined;
}

/** Runs `start`, and resolves at the next event. Rejects on an error of the video, a timeout, or an abort. */
function waitForEvent(video: HTMLVideoElement, event: string, signal: AbortSignal, start: () => void): Promise<void> {
  const stopSignal = AbortSignal.any([signal, AbortSignal.timeout(FRAME_TIMEOUT_MS)]);

  return new Promise((resolve, reject) => {
    video.addEventListener(event, () => resolve(), { once: true, signal: stopSignal });
    const onError = () => reject(video.error ?? new Error('No video'));
    video.addEventListener('error', onError, { once: true, signal: stopSignal });
    stopSignal.addEventListener('abort', () => reject(stopSignal.reason), { once: true });

    // A signal that was aborted before fires no event.
    stopSignal.throwIfAborted();
    start();
  });
}

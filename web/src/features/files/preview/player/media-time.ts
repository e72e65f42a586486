/** How far an arrow key seeks, in seconds. */
export const SEEK_SECONDS = 5;

/** Formats a playback time, e.g. "0:05" or "1:01:10". Rounds down to seconds. */
export function formatTime(seconds: number): string {
  const wholeSeconds = Number.isFinite(seconds) ? Math.max(0, Math.floor(seconds)) : 0;
  const hours = Math.floor(wholeSeconds / 3600);
  const minutes = Math.floor(wholeSeconds / 60) % 60;

  const parts = [minutes, wholeSeconds % 60];
  const [firstPart, ...otherParts] = hours === 0 ? parts : [hours, ...parts];
  return [firstPart, ...otherParts.map((part) => String(part).padStart(2, '0'))].join(':');
}

/**
 * Returns the time after seeking, within the media, in seconds.
 *
 * @param by - how far to seek, in seconds; negative numbers seek back
 * @param duration - the maximum time. An unknown duration isn't finite, and sets no limit
 */
export function computeSeekTarget(time: number, by: number, duration: number): number {
  const maxTime = Number.isFinite(duration) ? duration : Number.POSITIVE_INFINITY;
  return Math.min(Math.max(0, time + by), maxTime);
}

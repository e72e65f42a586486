/** Seconds that an arrow key seeks. */
export const SEEK_SECONDS = 5;

/** Formats a playback time, e.g. "0:05" or "1:01:10". Rounds down to seconds. */
export function formatTime(seconds: number): string {
  const whole = Number.isFinite(seconds) ? Math.max(0, Math.floor(seconds)) : 0;
  const parts = [Math.floor(whole / 3600), Math.floor(whole / 60) % 60, whole % 60];
  const [firstPart, ...otherParts] = parts[0] === 0 ? parts.slice(1) : parts;
  return [firstPart, ...otherParts.map((part) => String(part).padStart(2, '0'))].join(':');
}

/** Returns the time after seeking, within the media. An unknown duration sets no upper limit. */
export function seekTarget(time: number, by: number, duration: number): number {
  return Math.min(Math.max(0, time + by), Number.isFinite(duration) ? duration : Number.POSITIVE_INFINITY);
}

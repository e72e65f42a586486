/** How far the arrow keys wind, in seconds. */
export const WIND_SECONDS = 5;

/** A time of a film or a recording, as a clock shows it: "0:05", "61:10" as "1:01:10". Seconds are cut, not rounded. */
export function clockText(seconds: number): string {
  const whole = Number.isFinite(seconds) ? Math.max(0, Math.floor(seconds)) : 0;
  const parts = [Math.floor(whole / 3600), Math.floor(whole / 60) % 60, whole % 60];
  const [first, ...others] = parts[0] === 0 ? parts.slice(1) : parts;
  return [first, ...others.map((part) => String(part).padStart(2, '0'))].join(':');
}

/** Where one is after winding by so many seconds; a duration that is not known bounds nothing. */
export function woundTo(time: number, by: number, duration: number): number {
  return Math.min(Math.max(0, time + by), Number.isFinite(duration) ? duration : Number.POSITIVE_INFINITY);
}

/** One minute, in milliseconds. */
export const MINUTE_MS = 60_000;

/** One hour, in milliseconds. */
export const HOUR_MS = 60 * MINUTE_MS;

/** One day, in milliseconds. */
export const DAY_MS = 24 * HOUR_MS;

/** One day, in seconds. */
export const DAY_SECONDS = 86_400;

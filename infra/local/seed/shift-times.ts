import { decodeTime, encodeTime } from 'ulid';

/** Matches a timestamp in ISO 8601, with milliseconds. */
const ISO_TIME = /\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}\.\d{3}Z/g;

/**
 * Matches a ULID, but not the ID of a file, which must stay because storage keys contain it. In a storage key, the ID
 * of a file follows a slash. In the key of an item, it follows `FILE#` or a checksum.
 */
const ULID = /(?<![\w/]|FILE#|COPY#[^#"]+#)[0-7][0-9A-HJKMNP-TV-Z]{25}(?!\w)/g;

/** Number of characters of a ULID that are its time. The others are random. */
const TIME_LENGTH = 10;

/** Attributes in seconds since 1970. Other numbers stay, because depths in micrometres look the same. */
export const SECONDS_ATTRIBUTES = ['expiresAt', 'sendingSecond'];
const SECONDS = new RegExp(`(?<="(?:${SECONDS_ATTRIBUTES.join('|')})":)\\d+`, 'g');

/**
 * Inboxes are sorted by periods of ten minutes (`lambdas/table/inbox.ts`). Times that move by whole periods stay in
 * order.
 */
const PERIOD_MS = 600_000;

/**
 * Returns the time from a moment until now in milliseconds, rounded down to whole periods. A moment that moves by this
 * time ends less than ten minutes before now, and never after now.
 */
export function computeShiftMs(moment: number, now = Date.now()): number {
  return Math.floor((now - moment) / PERIOD_MS) * PERIOD_MS;
}

/** Moves every time in an item's JSON by a duration in milliseconds: timestamps, ULIDs, and seconds since 1970. */
export function shiftTimes(json: string, shiftMs: number): string {
  return json
    .replace(ISO_TIME, (time) => new Date(Date.parse(time) + shiftMs).toISOString())
    .replace(ULID, (id) => encodeTime(decodeTime(id) + shiftMs, TIME_LENGTH) + id.slice(TIME_LENGTH))
    .replace(SECONDS, (seconds) => String(Number(seconds) + shiftMs / 1000));
}

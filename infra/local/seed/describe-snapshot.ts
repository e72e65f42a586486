import { SECONDS_ATTRIBUTES } from './shift-times.ts';
import type { Snapshot } from './snapshot.ts';

/** Texts that differ between two creations of the same community, and the names that replace them. */
const VARYING_TEXTS: readonly (readonly [pattern: RegExp, name: string])[] = [
  [/[\da-f]{8}-[\da-f]{4}-[\da-f]{4}-[\da-f]{4}-[\da-f]{12}/g, '<uuid>'],
  [/\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z/g, '<time>'],
  [/(?<!\w)[0-7][0-9A-HJKMNP-TV-Z]{25}(?!\w)/g, '<ulid>'],
  // The ID of a file of an earlier version: a digest, in the key of the file, or after the checksum of a copy.
  [/(?<=FILE#|COPY#[^#"]{44}#)[\w-]{22}/g, '<digest>'],
  // The members who like an item, each as a digest.
  [/(?<="likers":\{"set":\[)[^\]]*/g, '<digests>'],
  // The IDs of Stripe's payment intents.
  [/\bpi_\w+/g, '<payment>'],
  [new RegExp(`(?<="(?:${SECONDS_ATTRIBUTES.join('|')})":)\\d+`, 'g'), '<seconds>'],
  // The number of messages that a member sent within one second.
  [/(?<="sentWithin":)\d+/g, '<count>'],
  // The server corrects a member's depth when it has cleaned a file, before or after the next upload.
  [/(?<="(?:depth|depthAfter|peakDepth|version)":)\d+/g, '<depth>'],
  [/(?<="depthOrder":")\d{16}/g, '<depth>'],
  // The depth band of a list, and the member's version by which ledger entries of one time are sorted.
  [/(?<="(?:list|typeList)":"[A-Z]+#)\d+/g, '<band>'],
  [/(?<=<time>#)\d{10}/g, '<version>'],
];

/**
 * Returns lines that are the same for each creation of a community: without IDs and times, in order. A test compares
 * the lines of the repository's snapshot with those of a new community.
 */
export function describeSnapshot({ items, users, objects }: Snapshot): string[] {
  const accounts = users.map(({ attributes, status }) => ({ attributes, status }));
  const keys = objects.map(({ key, headers }) => ({ key, headers }));
  return [...items, ...accounts, ...keys].map(describeEntry).sort();
}

function describeEntry(entry: object): string {
  const json = JSON.stringify(entry, (_, value) => (isMap(value) ? sortAttributes(value) : value));
  return VARYING_TEXTS.reduce((text, [pattern, name]) => text.replace(pattern, name), json);
}

/** Returns whether a value has attributes, whose order may vary. */
function isMap(value: unknown): value is object {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function sortAttributes(map: object): object {
  return Object.fromEntries(Object.entries(map).sort(([a], [b]) => (a < b ? -1 : 1)));
}

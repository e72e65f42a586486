import { createHmac } from 'node:crypto';
import * as z from 'zod';
import { readOptionalSetting } from './config.ts';
import { loadSecret } from './secret.ts';

declare const brand: unique symbol;

/** A member's pseudonym. The log may contain strings of this type, unlike other strings (`log-fields.ts`). */
export type Pseudonym = string & { readonly [brand]: 'pseudonym' };

/** The keys by their ID, such as `v1`. The field `current` is the ID of the key in use. */
const keyRingSchema = z.record(z.string(), z.string().min(1)).refine(({ current }) => current !== undefined);
type KeyRing = z.output<typeof keyRingSchema>;

/** Length of a hash in hexadecimal digits. */
const HASH_DIGITS = 16;

/** Time between a failed fetch of the keys and the next fetch, in milliseconds. */
const PAUSE_AFTER_FAILURE_MS = 60_000;

/** Replaces a pseudonym while the keys can't be read. */
const UNAVAILABLE = 'unavailable' as Pseudonym;

/** After a failed fetch, the time of the next fetch, in milliseconds since 1970. */
let pausedUntil = 0;

/**
 * Returns a pseudonym of a member for the log, such as `v1:0f3a…`. Only someone with the key can compute it
 * (docs/adr/0030-audit-trail.md).
 *
 * The first call of an instance fetches the keys, which are cached for the instance's lifetime. Call it early, and
 * await it when the request is done. Never throws, because a request must not fail for its log.
 *
 * @returns undefined on a stage without keys, and `unavailable` if the keys can't be read
 */
export async function hashCaller(userId: string): Promise<Pseudonym | undefined> {
  if (readOptionalSetting('CALLER_HASH_KEYS_ARN') === undefined) return undefined;
  if (Date.now() < pausedUntil) return UNAVAILABLE;

  try {
    const keys = await readKeys();
    return hash(userId, keys, keys.current!);
  } catch {
    pausedUntil = Date.now() + PAUSE_AFTER_FAILURE_MS;
    return UNAVAILABLE;
  }
}

/** Returns a member's pseudonyms under all keys, so that operators find lines from before a rotation. */
export async function listCallerHashes(userId: string): Promise<Pseudonym[]> {
  const keys = await readKeys();
  return Object.keys(keys)
    .filter((id) => id !== 'current')
    .map((id) => hash(userId, keys, id));
}

/**
 * Reads the keys from the secret.
 *
 * @throws Error if the secret can't be read or is malformed. The message doesn't quote the secret
 */
async function readKeys(): Promise<KeyRing> {
  const text = await loadSecret('CALLER_HASH_KEYS_ARN', Number.POSITIVE_INFINITY);

  let json: unknown;
  try {
    json = JSON.parse(text);
  } catch {
    // The error of the parser quotes the secret. Malformed JSON has no current key either.
  }

  const { data: keys } = keyRingSchema.safeParse(json);
  if (!keys || keys[keys.current!] === undefined) throw new Error('The secret of the caller hash has no current key.');

  return keys;
}

/** Returns the pseudonym of a member under one of the keys. */
function hash(userId: string, keys: KeyRing, id: string): Pseudonym {
  return `${id}:${createHmac('sha256', keys[id]!).update(userId).digest('hex').slice(0, HASH_DIGITS)}` as Pseudonym;
}

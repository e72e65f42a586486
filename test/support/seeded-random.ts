/**
 * Setup file of every project: derives random values of a test file from the seed, so that a failure can be repeated.
 *
 * Property tests use the seed itself. Random numbers, UUIDs, and the random part of ULIDs also depend on the file's
 * path, because files share a cloud and must not create the same IDs. Vitest runs this module before each test file,
 * even in a shared process, so a file's values don't depend on the files before it. Other processes keep their own
 * random values.
 */
import crypto from 'node:crypto';
import { syncBuiltinESMExports } from 'node:module';
import * as fc from 'fast-check';
import { expect } from 'vitest';
import { SEED } from './seed.ts';

fc.configureGlobal({ ...fc.readConfigureGlobal(), seed: SEED });

// Relative to the project, so that a seed repeats the same values on every machine.
const { testPath = '' } = expect.getState();
const projectPath = testPath.replace(process.cwd(), '');

const digest = crypto.createHash('sha256').update(`${SEED} ${projectPath}`).digest();
/** The generator's state, a 32-bit integer. Starts with the first bytes of the digest. */
let state = digest.readUInt32LE();

/** Returns an integer from 0 to 2^32 - 1 (Mulberry32). */
function nextInteger(): number {
  state = (state + 0x6d2b79f5) | 0;
  let mixedState = Math.imul(state ^ (state >>> 15), 1 | state);
  mixedState = (mixedState + Math.imul(mixedState ^ (mixedState >>> 7), 61 | mixedState)) ^ mixedState;
  return (mixedState ^ (mixedState >>> 14)) >>> 0;
}

/** Fills an array with random bytes, and returns it, like `crypto.getRandomValues`. */
function fillRandomly<T extends ArrayBufferView>(array: T): T {
  const bytes = new Uint8Array(array.buffer, array.byteOffset, array.byteLength);
  // Takes the highest 8 bits of each integer.
  for (let index = 0; index < bytes.length; index++) bytes[index] = nextInteger() >>> 24;
  return array;
}

/** Returns a random UUID of version 4. */
function nextUuid(): crypto.UUID {
  const bytes = fillRandomly(Buffer.alloc(16));

  // Version and variant (RFC 9562, section 5.4).
  bytes[6] = (bytes[6]! & 0x0f) | 0x40;
  bytes[8] = (bytes[8]! & 0x3f) | 0x80;

  return bytes.toString('hex').replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-') as crypto.UUID;
}

Math.random = () => nextInteger() / 2 ** 32;
crypto.randomUUID = nextUuid;
globalThis.crypto.randomUUID = nextUuid;
globalThis.crypto.getRandomValues = fillRandomly as typeof globalThis.crypto.getRandomValues;
// Imports of named functions, such as `randomUUID` from node:crypto, see the replacement only after this call.
syncBuiltinESMExports();

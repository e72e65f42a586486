/*
 * The server side of Secure Remote Password (RFC 5054). Cognito's variant uses the 3072-bit group of RFC 3526, SHA-256,
 * numbers encoded like Java's BigInteger, and a response signed with a key derived from the shared secret.
 */
import { createHash, createHmac, getDiffieHellman, hkdfSync, randomBytes } from 'node:crypto';

const GROUP = getDiffieHellman('modp15');
/** The group's prime. */
const N = toBigInt(GROUP.getPrime());
/** The group's generator. */
const G = toBigInt(GROUP.getGenerator());
/** The multiplier `k` of RFC 5054, section 2.5.3. */
const K = digest(toBytes(N), toBytes(G));

/** Size of a random salt, in bytes. */
const SALT_BYTES = 16;

/** Size of the server's secret of a handshake, in bytes. */
const SECRET_BYTES = 32;

/** Size of the key that signs a response, in bytes. */
const DERIVED_KEY_BYTES = 16;

/** A constant of Cognito's variant, from which the key is derived. */
const DERIVED_KEY_INFO = 'Caldera Derived Key';

/** Matches a number of up to 3072 bits in hexadecimal. */
const PUBLIC_VALUE = /^[0-9a-f]{1,768}$/i;

interface SrpIdentity {
  /** The part of the pool's ID after the region. */
  readonly poolName: string;
  readonly userId: string;
}

/** Values that check a password without containing it. Both are in hexadecimal. */
export interface Verifier {
  readonly salt: string;
  readonly verifier: string;
}

/** The server's state of one handshake. */
export interface Challenge {
  readonly identity: SrpIdentity;
  readonly verifier: Verifier;
  /** The client's public value `A` of RFC 5054, in hexadecimal. */
  readonly a: string;
  /** The server's public value `B`. */
  readonly b: bigint;
  /** The server's private value `b`. */
  readonly secret: bigint;
}

/** Creates a verifier for a password. The salt is in hexadecimal, by default random. */
export function createVerifier(
  { poolName, userId }: SrpIdentity,
  password: string,
  salt = randomBytes(SALT_BYTES).toString('hex'),
): Verifier {
  const saltNumber = BigInt(`0x${salt}`);
  const passwordHash = createHash('sha256').update(`${poolName}${userId}:${password}`).digest();
  const verifier = modPow(G, digest(toBytes(saltNumber), passwordHash));
  return { salt: saltNumber.toString(16), verifier: verifier.toString(16) };
}

/**
 * Returns whether a client's public value is valid: hexadecimal, at most 3072 bits, and not a multiple of the prime.
 * Such multiples reveal the secret (RFC 5054, section 2.5.4).
 */
export function isPublicValue(hex: string): boolean {
  return PUBLIC_VALUE.test(hex) && BigInt(`0x${hex}`) % N !== 0n;
}

/** Creates a challenge to prove the verifier's password. */
export function createChallenge(identity: SrpIdentity, verifier: Verifier, a: string): Challenge {
  const secret = toBigInt(randomBytes(SECRET_BYTES));
  const b = (K * BigInt(`0x${verifier.verifier}`) + modPow(G, secret)) % N;
  return { identity, verifier, a, b, secret };
}

/** Computes the signature that proves the password, for this secret block and timestamp. */
export function computeProof(
  { identity, verifier, a, b, secret }: Challenge,
  block: Buffer,
  timestamp: string,
): Buffer {
  const clientValue = BigInt(`0x${a}`);
  // The scrambling parameter `u` of RFC 5054.
  const scramble = digest(toBytes(clientValue), toBytes(b));
  const sharedSecret = modPow((clientValue * modPow(BigInt(`0x${verifier.verifier}`), scramble)) % N, secret);
  const key = Buffer.from(
    hkdfSync('sha256', toBytes(sharedSecret), toBytes(scramble), DERIVED_KEY_INFO, DERIVED_KEY_BYTES),
  );

  return createHmac('sha256', key)
    .update(identity.poolName + identity.userId)
    .update(block)
    .update(timestamp)
    .digest();
}

function modPow(base: bigint, exponent: bigint): bigint {
  let result = 1n;
  let square = base % N;
  for (let remainingBits = exponent; remainingBits > 0n; remainingBits >>= 1n) {
    if (remainingBits & 1n) result = (result * square) % N;
    square = (square * square) % N;
  }
  return result;
}

function digest(...parts: readonly Buffer[]): bigint {
  return toBigInt(createHash('sha256').update(Buffer.concat(parts)).digest());
}

function toBigInt(bytes: Buffer): bigint {
  return BigInt(`0x${bytes.toString('hex')}`);
}

/** Encodes a positive number like Java's BigInteger, with a leading zero byte if the first bit is set. */
function toBytes(value: bigint): Buffer {
  const hex = value.toString(16);
  const evenHex = hex.length % 2 === 0 ? hex : `0${hex}`;
  return Buffer.from(/^[89a-f]/.test(evenHex) ? `00${evenHex}` : evenHex, 'hex');
}

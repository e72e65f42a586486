import { createHash, createHmac, getDiffieHellman, hkdfSync, randomBytes } from 'node:crypto';

/*
 * The server side of Secure Remote Password (RFC 5054) in Cognito's variant: the 3072-bit group of RFC 3526, SHA-256,
 * numbers encoded like Java's BigInteger, and a key derived from the shared secret that signs the response.
 */

const GROUP = getDiffieHellman('modp15');
const N = bigintOf(GROUP.getPrime());
const G = bigintOf(GROUP.getGenerator());
const K = digest(bytesOf(N), bytesOf(G));

/** The owner of a password. */
interface SrpIdentity {
  /** The part of the pool's id after the region. */
  readonly poolName: string;
  readonly userId: string;
}

/** What a server stores to check a password, in hexadecimal. The password can't be computed from it. */
export interface Verifier {
  readonly salt: string;
  readonly verifier: string;
}

/** The server's part of one handshake. */
export interface Challenge {
  readonly identity: SrpIdentity;
  readonly verifier: Verifier;
  /** The public value that the client has sent, in hexadecimal. */
  readonly a: string;
  /** The public value that the client receives. */
  readonly b: bigint;
  readonly secret: bigint;
}

/** Returns a verifier for a password. The salt is in hexadecimal; without one, it is random. */
export function createVerifier(
  { poolName, userId }: SrpIdentity,
  password: string,
  salt = randomBytes(16).toString('hex'),
): Verifier {
  const number = BigInt(`0x${salt}`);
  const inner = createHash('sha256').update(`${poolName}${userId}:${password}`).digest();
  return { salt: number.toString(16), verifier: power(G, digest(bytesOf(number), inner)).toString(16) };
}

/** Whether a client may send this value. A multiple of the prime would reveal the secret (RFC 5054 §2.5.4). */
export function isPublicValue(hex: string): boolean {
  return /^[0-9a-f]{1,768}$/i.test(hex) && BigInt(`0x${hex}`) % N !== 0n;
}

/** Returns a new challenge to prove the verifier's password. */
export function createChallenge(identity: SrpIdentity, verifier: Verifier, a: string): Challenge {
  const secret = bigintOf(randomBytes(32));
  const b = (K * BigInt(`0x${verifier.verifier}`) + power(G, secret)) % N;
  return { identity, verifier, a, b, secret };
}

/** Returns the signature that proves the password, if the client sends it with this block and timestamp. */
export function proofOf({ identity, verifier, a, b, secret }: Challenge, block: Buffer, timestamp: string): Buffer {
  const clientValue = BigInt(`0x${a}`);
  const scramble = digest(bytesOf(clientValue), bytesOf(b));
  const shared = power((clientValue * power(BigInt(`0x${verifier.verifier}`), scramble)) % N, secret);
  const key = Buffer.from(hkdfSync('sha256', bytesOf(shared), bytesOf(scramble), 'Caldera Derived Key', 16));
  return createHmac('sha256', key)
    .update(identity.poolName + identity.userId)
    .update(block)
    .update(timestamp)
    .digest();
}

function power(base: bigint, exponent: bigint): bigint {
  let [result, square] = [1n, base % N];
  for (let rest = exponent; rest > 0n; rest >>= 1n) {
    if (rest & 1n) result = (result * square) % N;
    square = (square * square) % N;
  }
  return result;
}

function digest(...parts: readonly Buffer[]): bigint {
  return bigintOf(createHash('sha256').update(Buffer.concat(parts)).digest());
}

function bigintOf(bytes: Buffer): bigint {
  return BigInt(`0x${bytes.toString('hex')}`);
}

/** Encodes a positive number like Java's BigInteger: a zero byte precedes a number that would look negative. */
function bytesOf(value: bigint): Buffer {
  const hex = value.toString(16);
  const even = hex.length % 2 === 0 ? hex : `0${hex}`;
  return Buffer.from(/^[89a-f]/.test(even) ? `00${even}` : even, 'hex');
}

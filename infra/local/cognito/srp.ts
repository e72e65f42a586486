import { createHash, createHmac, getDiffieHellman, hkdfSync, randomBytes } from 'node:crypto';

/**
 * The server's side of Secure Remote Password (RFC 5054) with what Cognito makes of it: the 3072-bit group of RFC 3526,
 * SHA-256, numbers written as Java writes them, and a key derived from the shared secret that signs the answer.
 */

const GROUP = getDiffieHellman('modp15');
const N = bigintOf(GROUP.getPrime());
const G = bigintOf(GROUP.getGenerator());
const K = digest(bytesOf(N), bytesOf(G));
const KEY_LABEL = 'Caldera Derived Key';
const KEY_BYTES = 16;

/** Whose password it is: the part of a pool's id after the region, and the member's own id. */
export interface SrpIdentity {
  readonly poolName: string;
  readonly userId: string;
}

/** What a server keeps of a password to recognise it by, in hexadecimal: the password does not follow from it. */
export interface Verifier {
  readonly salt: string;
  readonly verifier: string;
}

/** The server's half of one handshake. */
export interface Challenge {
  readonly secret: bigint;
  /** What the client is told of it. */
  readonly b: bigint;
}

/** A verifier of a password, with a salt of its own unless one is given. */
export function verifierOf(identity: SrpIdentity, password: string, salt: Buffer = randomBytes(16)): Verifier {
  const inner = createHash('sha256').update(`${identity.poolName}${identity.userId}:${password}`).digest();
  const x = digest(bytesOf(bigintOf(salt)), inner);
  return { salt: bigintOf(salt).toString(16), verifier: power(G, x).toString(16) };
}

/** Whether a client may send this: a multiple of the prime would make the secret known to everybody (RFC 5054 §2.5.4). */
export function isPublicValue(hex: string): boolean {
  return /^[0-9a-f]{1,768}$/i.test(hex) && BigInt(`0x${hex}`) % N !== 0n;
}

/** A fresh challenge to who claims to know the verifier's password. */
export function challengeOf({ verifier }: Verifier): Challenge {
  const secret = bigintOf(randomBytes(32));
  return { secret, b: (K * BigInt(`0x${verifier}`) + power(G, secret)) % N };
}

/**
 * What who knows the password signs with, after this handshake.
 *
 * @param a what the client has sent, in hexadecimal
 */
export function sharedKey({ secret, b }: Challenge, { verifier }: Verifier, a: string): Buffer {
  const clientValue = BigInt(`0x${a}`);
  const scramble = digest(bytesOf(clientValue), bytesOf(b));
  const shared = power((clientValue * power(BigInt(`0x${verifier}`), scramble)) % N, secret);
  return Buffer.from(hkdfSync('sha256', bytesOf(shared), bytesOf(scramble), KEY_LABEL, KEY_BYTES));
}

/** The signature by which a client shows that it has the same key. */
export function claimSignature(
  key: Buffer,
  { poolName, userId }: SrpIdentity,
  secretBlock: Buffer,
  timestamp: string,
): Buffer {
  return createHmac('sha256', key).update(`${poolName}${userId}`).update(secretBlock).update(timestamp).digest();
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

/** As Java's BigInteger writes a positive number: with a zero byte before one that would look negative. */
function bytesOf(value: bigint): Buffer {
  const hex = value.toString(16);
  const even = hex.length % 2 === 0 ? hex : `0${hex}`;
  return Buffer.from(/^[89a-f]/.test(even) ? `00${even}` : even, 'hex');
}

import { createHmac, createSecretKey, hash, type KeyObject } from 'node:crypto';

/**
 * The keys of HMACs as objects. With a key in bytes, each HMAC first converts the key, and takes six times as long.
 */
const keyObjects = new Map<string, KeyObject>();

/** Maximum number of cached keys. A function uses fewer: each service has one key per day, derived in four steps. */
const MAX_KEYS = 100;

/** Returns a secret key as an object, cached. */
export function toKeyObject(key: string | Uint8Array): KeyObject {
  const bytes = Buffer.from(key);
  const id = bytes.toString('latin1');
  const cachedKey = keyObjects.get(id);
  if (cachedKey) return cachedKey;

  if (keyObjects.size === MAX_KEYS) keyObjects.clear();
  const keyObject = createSecretKey(bytes);
  keyObjects.set(id, keyObject);

  return keyObject;
}

/**
 * SHA-256, or HMAC-SHA256 with a key, with the interface that the SDK's signers require. Signing a request takes less
 * than half the CPU that it takes with the SDK's own class.
 */
export class Sha256 {
  readonly #key: KeyObject | undefined;
  #data: Uint8Array = new Uint8Array();

  constructor(key?: string | ArrayBuffer | ArrayBufferView) {
    if (key === undefined) return;
    this.#key = toKeyObject(typeof key === 'string' ? key : toBytes(key));
  }

  update(data: Uint8Array): void {
    this.#data = this.#data.length === 0 ? data : Buffer.concat([this.#data, data]);
  }

  async digest(): Promise<Uint8Array> {
    return this.#key
      ? createHmac('sha256', this.#key).update(this.#data).digest()
      : hash('sha256', this.#data, 'buffer');
  }

  reset(): void {
    this.#data = new Uint8Array();
  }
}

function toBytes(data: ArrayBuffer | ArrayBufferView): Uint8Array {
  return data instanceof ArrayBuffer
    ? new Uint8Array(data)
    : new Uint8Array(data.buffer, data.byteOffset, data.byteLength);
}

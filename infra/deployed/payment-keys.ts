import {
  GetSecretValueCommand,
  PutSecretValueCommand,
  type SecretsManagerClient,
} from '@aws-sdk/client-secrets-manager';
import { PAYMENT_SECRETS, type PaymentSecret } from '../payment-secrets.ts';
import type { Stage } from '../stage.ts';

/** The name of a key that an operator fills in: `stripe.secretKey`. */
export type KeyName = string;

const SECRETS: readonly [provider: string, PaymentSecret][] = Object.entries(PAYMENT_SECRETS);

/** Names of all keys that an operator fills in. */
export const KEY_NAMES: readonly KeyName[] = SECRETS.flatMap(([provider, { fields }]) =>
  fields.map((field) => `${provider}.${field}`),
);

/** The beginnings of keys that the provider documents. Keys that aren't listed can be any text. */
const KEY_BEGINNINGS: Readonly<Record<KeyName, RegExp>> = {
  'stripe.secretKey': /^(sk|rk)_(live|test)_/,
  'stripe.webhookSecret': /^whsec_/,
};

/** Reads and stores the payment providers' keys of a deployed stage. Never returns or prints a value. */
export class StoredPaymentKeys {
  readonly #client: SecretsManagerClient;
  readonly #stage: Stage;
  readonly #outputs: Readonly<Record<string, string>>;

  /** @param outputs - the outputs of the stage's stacks */
  constructor(client: SecretsManagerClient, stage: Stage, outputs: Readonly<Record<string, string>>) {
    this.#client = client;
    this.#stage = stage;
    this.#outputs = outputs;
  }

  /** Returns which keys have a value. */
  async readStatus(): Promise<ReadonlyMap<KeyName, boolean>> {
    const status = new Map<KeyName, boolean>();
    for (const [provider, { output, fields }] of SECRETS) {
      const values = await this.#read(output);
      for (const field of fields) status.set(`${provider}.${field}`, Boolean(values[field]));
    }
    return status;
  }

  /**
   * Stores values, and keeps the keys that aren't named.
   *
   * @throws Error before anything is stored, if a name or a value is invalid. Its message doesn't contain the value.
   */
  async store(values: ReadonlyMap<KeyName, string>): Promise<void> {
    for (const [name, value] of values) this.assertValid(name, value);

    for (const [provider, { output, fields }] of SECRETS) {
      const changes = fields.filter((field) => values.has(`${provider}.${field}`));
      if (changes.length === 0) continue;

      const storedValues = await this.#read(output);
      const fieldValues = fields.map((field) => [
        field,
        values.get(`${provider}.${field}`) ?? storedValues[field] ?? '',
      ]);
      const SecretString = JSON.stringify(Object.fromEntries(fieldValues));
      await this.#client.send(new PutSecretValueCommand({ SecretId: this.#requireArn(output), SecretString }));
    }
  }

  /** @throws Error if the name is unknown, or the value can't be such a key. Its message doesn't contain the value. */
  assertValid(name: KeyName, value: string): void {
    if (!KEY_NAMES.includes(name)) throw new Error(`Unknown key "${name}". Known keys: ${KEY_NAMES.join(', ')}.`);
    if (!/^[\x21-\x7e]+$/.test(value)) {
      throw new Error(`The value of ${name} is empty, or has spaces or other characters.`);
    }

    const beginning = KEY_BEGINNINGS[name];
    if (beginning && !beginning.test(value)) {
      throw new Error(`The value of ${name} must begin with ${beginning.source}`);
    }

    const mode = /^(?:sk|rk)_(live|test)_/.exec(value)?.[1];
    if (mode !== undefined && (mode === 'live') !== this.#stage.production) {
      throw new Error(
        this.#stage.production
          ? `The value of ${name} is a test key. With it, members could buy depth without paying.`
          : `The value of ${name} is a live key. Only production may charge cards.`,
      );
    }
  }

  async #read(output: string): Promise<Readonly<Record<string, string>>> {
    const { SecretString } = await this.#client.send(new GetSecretValueCommand({ SecretId: this.#requireArn(output) }));
    return JSON.parse(SecretString ?? '{}');
  }

  /** Returns the ARN of a secret, from an output of the stage's stacks. */
  #requireArn(output: string): string {
    const arn = this.#outputs[output];
    if (arn === undefined) throw new Error(`The stage ${this.#stage.name} isn't deployed in this account and region.`);
    return arn;
  }
}

/**
 * Parses keys from the standard input: one `stripe.secretKey=…` per line. Skips empty lines and lines with `#`.
 *
 * @throws Error with the number of a line in another format.
 */
export function parseKeyLines(text: string): Map<KeyName, string> {
  const values = new Map<KeyName, string>();
  for (const [index, line] of text.split(/\r?\n/).entries()) {
    if (line.trim() === '' || line.startsWith('#')) continue;
    const [, name, value] = /^\s*([\w.]+)\s*=\s*(.*?)\s*$/.exec(line) ?? [];
    // The line can contain a key, so the message doesn't quote it.
    if (name === undefined || value === undefined) throw new Error(`Line ${index + 1} is not <name>=<value>.`);
    values.set(name, value);
  }
  return values;
}

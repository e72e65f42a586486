import { randomInt } from 'node:crypto';
import { join } from 'node:path';
import { z } from 'zod';
import { AwsError, type AwsJsonService } from './http/aws-json-server.ts';
import { JsonFile } from './state/json-file.ts';
import type { ResolvedResource } from './template/template.ts';

/** The characters of generated values, by the settings that exclude them. */
const CHARACTERS = {
  lower: 'abcdefghijklmnopqrstuvwxyz',
  upper: 'ABCDEFGHIJKLMNOPQRSTUVWXYZ',
  numbers: '0123456789',
  punctuation: '!"#$%&\'()*+,-./:;<=>?@[\\]^_`{|}~',
} as const;

/** The settings of `GenerateSecretString`, with CloudFormation's defaults. */
const generationSettingsSchema = z.object({
  PasswordLength: z.number().default(32),
  ExcludeCharacters: z.string().default(''),
  ExcludeLowercase: z.boolean().default(false),
  ExcludeUppercase: z.boolean().default(false),
  ExcludeNumbers: z.boolean().default(false),
  ExcludePunctuation: z.boolean().default(false),
  IncludeSpace: z.boolean().default(false),
  SecretStringTemplate: z.string().optional(),
  GenerateStringKey: z.string().optional(),
});

const secretSchema = z.object({
  SecretString: z.string().optional(),
  GenerateSecretString: generationSettingsSchema.optional(),
});

interface StoredSecret {
  readonly value: string;
  /** The time of creation in seconds since 1970. */
  readonly created: number;
}

/** The local Secrets Manager. */
export interface SecretsManager extends AwsJsonService {
  /**
   * Returns a secret's value, as CloudFormation resolves a reference to it during a deployment.
   *
   * @param path - the secret's construct path in its stack
   */
  resolve(path: string): string;
}

/**
 * Creates a Secrets Manager with the template's secrets. Each value is generated once and stored.
 *
 * @param presets values that operators set on AWS, by the secret's construct path in its stack. They are not stored.
 */
export function createSecretsManager(
  directory: string,
  secrets: readonly ResolvedResource[],
  presets: Readonly<Record<string, string>> = {},
): SecretsManager {
  return new LocalSecretsManager(directory, secrets, presets);
}

/** The version of every secret. The local cloud keeps only the current value. */
const CURRENT_VERSION = { VersionId: '00000000-0000-4000-8000-000000000001', VersionStages: ['AWSCURRENT'] };

class LocalSecretsManager implements SecretsManager {
  readonly targetPrefix = 'secretsmanager';
  readonly signingName = 'secretsmanager';
  readonly #secrets: readonly ResolvedResource[];
  /** The stored values, by ARN. */
  readonly #file: JsonFile<Record<string, StoredSecret>>;
  /** The values that replace stored ones until the next start, by ARN. */
  readonly #presets: Map<string, string | undefined>;

  constructor(directory: string, secrets: readonly ResolvedResource[], presets: Readonly<Record<string, string>>) {
    this.#secrets = secrets;
    this.#file = new JsonFile(join(directory, 'secrets.json'), {});
    this.#presets = new Map(secrets.map(({ ref, metadata }) => [ref, presets[getConstructPath(metadata)]]));

    for (const secret of secrets) this.#storeInitialValue(secret);
    this.#file.saveNow();
  }

  isPublic(): boolean {
    return false;
  }

  resolve(path: string): string {
    const secret = this.#secrets.find(({ metadata }) => getConstructPath(metadata) === path);
    if (!secret) throw new Error(`The template has no secret ${path}.`);
    return this.#presets.get(secret.ref) ?? this.#file.value[secret.ref]!.value;
  }

  async handle(operation: string, { SecretId, SecretString }: Record<string, unknown>): Promise<unknown> {
    if (operation !== 'GetSecretValue' && operation !== 'PutSecretValue') {
      throw new AwsError('UnknownOperationException', `The local Secrets Manager does not support ${operation}.`);
    }

    const arn = Object.keys(this.#file.value).find(
      (candidate) => candidate === SecretId || parseSecretName(candidate) === SecretId,
    );
    if (arn === undefined) {
      throw new AwsError('ResourceNotFoundException', "Secrets Manager can't find the specified secret.");
    }

    const identity = { ARN: arn, Name: parseSecretName(arn), ...CURRENT_VERSION };
    if (operation === 'PutSecretValue') {
      this.#replaceValue(arn, String(SecretString));
      return identity;
    }

    const { value, created } = this.#file.value[arn]!;
    return { ...identity, SecretString: this.#presets.get(arn) ?? value, CreatedDate: created };
  }

  /** Stores the template's value of a secret. Without one, keeps the value of an earlier start, or generates one. */
  #storeInitialValue({ ref, properties }: ResolvedResource): void {
    const { SecretString, GenerateSecretString } = secretSchema.parse(properties);
    const storedSecret = this.#file.value[ref];
    const generate = () => (GenerateSecretString ? generateSecret(GenerateSecretString) : '');

    this.#file.value[ref] = {
      value: SecretString ?? storedSecret?.value ?? generate(),
      created: storedSecret?.created ?? Math.floor(Date.now() / 1000),
    };
  }

  /** Replaces the value of a secret, for PutSecretValue. */
  #replaceValue(arn: string, value: string): void {
    // A preset comes back at the next start, like the other values that operators set.
    if (this.#presets.get(arn) !== undefined) this.#presets.set(arn, value);
    else this.#file.value[arn] = { ...this.#file.value[arn]!, value };
    this.#file.saveNow();
  }
}

/** Generates a random value with the settings of `GenerateSecretString`. */
export function generateSecret(input: z.input<typeof generationSettingsSchema>): string {
  const settings = generationSettingsSchema.parse(input);
  const allowedCharacters = [
    settings.ExcludeLowercase ? '' : CHARACTERS.lower,
    settings.ExcludeUppercase ? '' : CHARACTERS.upper,
    settings.ExcludeNumbers ? '' : CHARACTERS.numbers,
    settings.ExcludePunctuation ? '' : CHARACTERS.punctuation,
    settings.IncludeSpace ? ' ' : '',
  ]
    .join('')
    .split('')
    .filter((character) => !settings.ExcludeCharacters.includes(character));
  if (allowedCharacters.length === 0) throw new Error('A secret of the template excludes every character. Allow some.');

  const value = Array.from(
    { length: settings.PasswordLength },
    () => allowedCharacters[randomInt(allowedCharacters.length)],
  ).join('');
  if (settings.GenerateStringKey === undefined) return value;
  return JSON.stringify({ ...JSON.parse(settings.SecretStringTemplate ?? '{}'), [settings.GenerateStringKey]: value });
}

/** Returns a construct's path without its stack and resource: `StripeKeys/Secret`. */
function getConstructPath(metadata: ResolvedResource['metadata']): string {
  return String(metadata['aws:cdk:path'] ?? '')
    .split('/')
    .slice(1, -1)
    .join('/');
}

/** Returns the name in a secret's ARN: the text after `secret:`, without the random suffix. */
function parseSecretName(arn: string): string {
  return arn.split(':secret:')[1]?.replace(/-[^-]*$/, '') ?? arn;
}

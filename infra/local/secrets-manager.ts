import { randomInt } from 'node:crypto';
import { join } from 'node:path';
import { z } from 'zod';
import { AwsError, type AwsJsonService } from './http/aws-json-server.ts';
import { JsonFile } from './state/json-file.ts';
import type { ResolvedResource } from './template/template.ts';

const CHARACTERS = {
  lower: 'abcdefghijklmnopqrstuvwxyz',
  upper: 'ABCDEFGHIJKLMNOPQRSTUVWXYZ',
  numbers: '0123456789',
  punctuation: '!"#$%&\'()*+,-./:;<=>?@[\\]^_`{|}~',
} as const;

/** The settings of `GenerateSecretString`, with CloudFormation's defaults. */
const generationSettings = z.object({
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

const secretProperties = z.object({
  SecretString: z.string().optional(),
  GenerateSecretString: generationSettings.optional(),
});

interface StoredSecret {
  readonly value: string;
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
  const file = new JsonFile<Record<string, StoredSecret>>(join(directory, 'secrets.json'), {});
  for (const { ref, properties } of secrets) {
    const { SecretString, GenerateSecretString } = secretProperties.parse(properties);
    const generate = () => (GenerateSecretString ? generateSecret(GenerateSecretString) : '');
    file.value[ref] = {
      value: SecretString ?? file.value[ref]?.value ?? generate(),
      created: file.value[ref]?.created ?? Math.floor(Date.now() / 1000),
    };
  }
  file.saveNow();

  const presetsByArn = new Map(secrets.map(({ ref, metadata }) => [ref, presets[getConstructPath(metadata)]]));

  return {
    targetPrefix: 'secretsmanager',
    signingName: 'secretsmanager',
    isPublic: () => false,
    resolve(path) {
      const secret = secrets.find(({ metadata }) => getConstructPath(metadata) === path);
      if (!secret) throw new Error(`The template has no secret ${path}.`);
      return presetsByArn.get(secret.ref) ?? file.value[secret.ref]!.value;
    },
    async handle(operation, { SecretId, SecretString }) {
      if (operation !== 'GetSecretValue' && operation !== 'PutSecretValue') {
        throw new AwsError('UnknownOperationException', `The local Secrets Manager does not support ${operation}.`);
      }

      const arn = Object.keys(file.value).find((key) => key === SecretId || parseSecretName(key) === SecretId);
      const secret = arn === undefined ? undefined : file.value[arn];
      if (!secret) {
        throw new AwsError('ResourceNotFoundException', "Secrets Manager can't find the specified secret.");
      }

      const version = { VersionId: '00000000-0000-4000-8000-000000000001', VersionStages: ['AWSCURRENT'] };
      if (operation === 'PutSecretValue') {
        // A preset comes back at the next start, like the other values that operators set.
        if (presetsByArn.get(arn!) !== undefined) presetsByArn.set(arn!, String(SecretString));
        else file.value[arn!] = { ...secret, value: String(SecretString) };
        file.saveNow();
        return { ARN: arn, Name: parseSecretName(arn!), ...version };
      }

      return {
        ARN: arn,
        Name: parseSecretName(arn ?? ''),
        SecretString: presetsByArn.get(arn ?? '') ?? secret.value,
        ...version,
        CreatedDate: secret.created,
      };
    },
  };
}

/** Generates a random value with the settings of `GenerateSecretString`. */
export function generateSecret(input: z.input<typeof generationSettings>): string {
  const settings = generationSettings.parse(input);
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

/**
 * Replaces `@aws-sdk/client-secrets-manager` in the bundles, with the one command that functions send. In most
 * functions, it would be the only client of the SDK and add 110 KB. See docs/adr/0047-thin-transport.md.
 */
import type { AwsResponse } from './aws-connection.ts';
import { toPlainError } from './aws-error.ts';
import { AwsService, createRetry } from './aws-service.ts';
import { readOptionalSetting, readSetting } from './config.ts';

/** Reads a secret's current value. */
export class GetSecretValueCommand {
  readonly input: { readonly SecretId: string };

  constructor(input: { readonly SecretId: string }) {
    this.input = input;
  }
}

/** Maximum attempts of each call, the SDK's default. */
const MAX_ATTEMPTS = 3;

/** Sends {@link GetSecretValueCommand}. */
export class SecretsManagerClient {
  readonly #service = new AwsService({ name: 'secretsmanager', toError: toPlainError });
  readonly #retry = createRetry({ maxAttempts: MAX_ATTEMPTS });

  async send({ input }: GetSecretValueCommand): Promise<{ readonly SecretString?: string }> {
    const url = findEndpoint();
    const headers = { 'content-type': 'application/x-amz-json-1.1', 'x-amz-target': 'secretsmanager.GetSecretValue' };
    const request = { method: 'POST', url, headers, body: JSON.stringify(input) } as const;
    const response = await this.#retry<AwsResponse>(() => this.#service.send(request));

    return JSON.parse(response.body);
  }
}

function findEndpoint(): URL {
  const region = readSetting('AWS_REGION');
  return new URL(
    readOptionalSetting('AWS_ENDPOINT_URL_SECRETS_MANAGER') ??
      readOptionalSetting('AWS_ENDPOINT_URL') ??
      `https://secretsmanager.${region}.amazonaws.com${region.startsWith('cn-') ? '.cn' : ''}`,
  );
}

import { GetSecretValueCommand, SecretsManagerClient } from '@aws-sdk/client-secrets-manager';
import { setting } from './config.ts';

const client = new SecretsManagerClient({});
const known = new Map<string, Promise<string>>();

/**
 * A secret's value, fetched once per function instance. A fetch that failed is tried again by the next request.
 *
 * @param settingName - the environment variable that holds the secret's ARN
 */
export function secret(settingName: string): Promise<string> {
  const arn = setting(settingName);
  const cached = known.get(arn);
  if (cached) return cached;
  const fetched = client.send(new GetSecretValueCommand({ SecretId: arn })).then(({ SecretString }) => {
    if (!SecretString) throw new Error(`The secret of ${settingName} is empty.`);
    return SecretString;
  });
  known.set(arn, fetched);
  fetched.catch(() => known.delete(arn));
  return fetched;
}

import { randomBytes } from 'node:crypto';
import { join } from 'node:path';
import { JsonFile } from './json-file.ts';

/** The access key that signs requests to the local cloud's AWS services. */
export interface Credentials {
  readonly accessKeyId: string;
  readonly secretAccessKey: string;
  /** The token that must accompany the key. As on AWS, only the keys of functions have a token. */
  readonly sessionToken?: string;
}

/** Returns a state directory's credentials. Stored at the first start, so presigned URLs survive restarts. */
export function openCredentials(directory: string): Credentials {
  const file = new JsonFile<Credentials>(join(directory, 'credentials.json'), {
    accessKeyId: `LOCAL${randomBytes(8).toString('hex').toUpperCase()}`,
    secretAccessKey: randomBytes(30).toString('base64url'),
  });
  file.saveNow();
  return file.value;
}

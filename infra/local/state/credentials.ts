import { randomBytes } from 'node:crypto';
import { join } from 'node:path';
import { JsonFile } from './json-file.ts';

/** The key that requests to the local cloud's AWS services are signed with. */
export interface Credentials {
  readonly accessKeyId: string;
  readonly secretAccessKey: string;
}

/** The credentials of one state directory, made up at its first start: a URL signed before a restart stays valid. */
export function localCredentials(directory: string): Credentials {
  const file = new JsonFile<Credentials>(join(directory, 'credentials.json'), {
    accessKeyId: `LOCAL${randomBytes(8).toString('hex').toUpperCase()}`,
    secretAccessKey: randomBytes(30).toString('base64url'),
  });
  file.saveNow();
  return file.value;
}

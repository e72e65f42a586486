import { createHmac } from 'node:crypto';
import type { Credentials } from '../state/credentials.ts';

/** As long as the local cloud's own: see `dynamodb-gateway.ts`. */
const ID_LENGTH = 16;

/**
 * The access key of a function. It is derived from the cloud's own key and the function's name: a URL that a function
 * signed before a restart stays valid, and is still its.
 */
export function functionKey(root: Credentials, functionName: string): Credentials {
  const derived = (purpose: string, encoding: 'hex' | 'base64url') =>
    createHmac('sha256', root.secretAccessKey).update(`${purpose}\n${functionName}`).digest(encoding);
  return {
    accessKeyId: `LOCAL${derived('id', 'hex').slice(0, ID_LENGTH).toUpperCase()}`,
    secretAccessKey: derived('secret', 'base64url'),
  };
}

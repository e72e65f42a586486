import { createHmac } from 'node:crypto';
import { nowSeconds } from './ids.ts';

/** The header that proves who sent a body, and when: https://docs.stripe.com/webhooks#verify-manually */
export function signature(body: string, secret: string): string {
  const time = nowSeconds();
  const hash = createHmac('sha256', secret).update(`${time}.${body}`).digest('hex');
  return `t=${time},v1=${hash}`;
}

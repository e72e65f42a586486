import { Secret, TOTP } from 'otpauth';

/** How long a code is valid, in seconds. Such a period is a time step. */
const PERIOD_SECONDS = 30;

/** Cognito's parameters of RFC 6238. */
const PARAMETERS = { algorithm: 'SHA1', digits: 6, period: PERIOD_SECONDS } as const;

/** Accepted time steps before and after the current step, because clocks differ. */
const WINDOW_STEPS = 1;

/** Size of a secret, in bytes. */
const SECRET_BYTES = 32;

/** Creates a secret, in base32. */
export function createTotpSecret(): string {
  return new Secret({ size: SECRET_BYTES }).base32;
}

/** Returns the time step of a valid code, or undefined. */
export function findTimeStep(secret: string, code: string, now: Date): number | undefined {
  const totp = new TOTP({ ...PARAMETERS, secret: Secret.fromBase32(secret) });
  const delta = totp.validate({ token: code, timestamp: now.getTime(), window: WINDOW_STEPS });
  return delta === null ? undefined : Math.floor(now.getTime() / 1000 / PERIOD_SECONDS) + delta;
}

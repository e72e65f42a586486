import { randomBytes, scrypt } from 'node:crypto';
import { promisify } from 'node:util';
import { z } from 'zod';

/** A pool's rules for passwords as the template states them. */
export const passwordPolicy = z.object({
  MinimumLength: z.number().default(8),
  RequireLowercase: z.boolean().default(false),
  RequireNumbers: z.boolean().default(false),
  RequireSymbols: z.boolean().default(false),
  RequireUppercase: z.boolean().default(false),
});
export type PasswordPolicy = z.output<typeof passwordPolicy>;

/** What Cognito says to a wrong password, and to an email that nobody has registered. */
export const WRONG_PASSWORD = 'Incorrect username or password.';

const SYMBOLS = /[\^$*.[\]{}()?"!@#%&/\\,><':;|_~`=+\- ]/;

/** Why the pool refuses a password, in Cognito's words; undefined when it does not. */
export function passwordProblem(policy: PasswordPolicy, password: string): string | undefined {
  const rules: [broken: boolean, problem: string][] = [
    [password.length < policy.MinimumLength, 'Password not long enough'],
    [policy.RequireUppercase && !/[A-Z]/.test(password), 'Password must have uppercase characters'],
    [policy.RequireLowercase && !/[a-z]/.test(password), 'Password must have lowercase characters'],
    [policy.RequireNumbers && !/[0-9]/.test(password), 'Password must have numeric characters'],
    [policy.RequireSymbols && !SYMBOLS.test(password), 'Password must have symbol characters'],
  ];
  const problem = rules.find(([broken]) => broken)?.[1];
  return problem && `Password did not conform with policy: ${problem}`;
}

const derive = promisify<string, string, number, { N: number }, Buffer>(scrypt);

/** Random, to be kept with the pool. */
export function newSalt(): string {
  return randomBytes(16).toString('base64url');
}

/**
 * What is kept in place of a password: people type real ones even here, and cognito-local would write them into a
 * file as they are. One salt serves the whole pool, because cognito-local compares by equality.
 */
export async function concealed(password: string, salt: string): Promise<string> {
  return (await derive(password, salt, 32, { N: 4096 })).toString('base64url');
}

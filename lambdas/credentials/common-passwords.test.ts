/** Tests of the check that refuses passwords that attackers try first. It uses the list and the patterns of zxcvbn. */
import { dictionary } from '@zxcvbn-ts/language-common';
import { describe, expect, it } from 'vitest';
import { requireUncommonPassword } from './common-passwords.ts';
import { CommonPassword } from './errors.ts';

const commonPasswords = dictionary['passwords-common'] as readonly string[];
const returnError = (error: unknown) => error;

describe('requireUncommonPassword', () => {
  it('rejects the 10,000 most common passwords', async () => {
    expect(commonPasswords.length).toBeGreaterThan(10_000);

    // Checks every tenth password, because all of them take 8 s. Tests seed `Math.random`, so a failed run can be
    // repeated.
    const offset = Math.floor(Math.random() * 10);
    const sample = commonPasswords.slice(0, 10_000).filter((_, index) => index % 10 === offset);

    const outcomes = await Promise.all(sample.map((password) => requireUncommonPassword(password).catch(returnError)));

    const acceptedPasswords = sample.filter((_, index) => !(outcomes[index] instanceof CommonPassword));
    expect(acceptedPasswords).toEqual([]);
  });

  // These passwords aren't in the list, because the library recognizes them by their pattern.
  it.each(['654321', 'aaaaaa', '123123123', '0987654321', 'lkjhgfdsa', 'poiuyt', '01012009', 'qwertz', '000777'])(
    'rejects the pattern %s',
    (password) => expect(requireUncommonPassword(password)).rejects.toThrow(CommonPassword),
  );

  it.each(['PASSWORD', 'Password1', 'QwErTy', 'IloveYou'])('ignores the case of %s', (password) =>
    expect(requireUncommonPassword(password)).rejects.toThrow(CommonPassword),
  );

  it.each(['coral-reef-7', 'kelp-forest-9', 'xk29qp', 'Anemone Tide', '深い海の底から'])(
    'accepts the password %s',
    (password) => expect(requireUncommonPassword(password)).resolves.toBeUndefined(),
  );

  it('accepts a long password within a short time', async () => {
    // 64 characters: the check reads no more of a password, which bounds its time.
    const longStart = 'aB3$'.repeat(10);
    await requireUncommonPassword(`${longStart}urchin sediment plankton`);
  });
});

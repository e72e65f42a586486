import { dictionary } from '@zxcvbn-ts/language-common';
import { describe, expect, it } from 'vitest';
import { requireUncommonPassword } from './common-passwords.ts';
import { CommonPassword } from './errors.ts';

const passwords = dictionary['passwords-common'] as readonly string[];
const toError = (error: unknown) => error;

describe('requireUncommonPassword', () => {
  it('rejects the 10,000 most common passwords', async () => {
    expect(passwords.length).toBeGreaterThan(10_000);

    // Checks every tenth password, because all take 8 s. The seed decides which tenth.
    const offset = Math.floor(Math.random() * 10);
    const sample = passwords.slice(0, 10_000).filter((_, index) => index % 10 === offset);

    const outcomes = await Promise.all(sample.map((password) => requireUncommonPassword(password).catch(toError)));

    const acceptedPasswords = sample.filter((_, index) => !(outcomes[index] instanceof CommonPassword));
    expect(acceptedPasswords).toEqual([]);
  });

  // The list lacks these passwords, because the library finds them by their pattern.
  it.each(['654321', 'aaaaaa', '123123123', '0987654321', 'lkjhgfdsa', 'poiuyt', '01012009', 'qwertz', '000777'])(
    'rejects the pattern %s',
    (password) => expect(requireUncommonPassword(password)).rejects.toThrow(CommonPassword),
  );

  it.each(['PASSWORD', 'Password1', 'QwErTy', 'IloveYou'])('ignores the case of %s', (password) =>
    expect(requireUncommonPassword(password)).rejects.toThrow(CommonPassword),
  );

  it.each(['coral-reef-7', 'kelp-forest-9', 'xk29qp', 'Anemone Tide', '深い海の底から'])('accepts %s', (password) =>
    expect(requireUncommonPassword(password)).resolves.toBeUndefined(),
  );

  it('accepts a long password within a short time', async () => {
    const password = 'aB3$'.repeat(64);
    await requireUncommonPassword(`${password.slice(0, 40)}urchin sediment plankton`);
  });
});

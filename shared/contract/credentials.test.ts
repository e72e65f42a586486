/** Tests of the schema of emails, and of look-alikes that new accounts may not use. */
import { describe, expect, it } from 'vitest';
import { credentials } from './credentials.ts';

/** Parses an email with the schema that all endpoints share. Returns undefined for an invalid email. */
const parseEmail = (email: string) => credentials.resendCode.body.safeParse({ email }).data?.email;

describe('the schema of an email', () => {
  it.each([
    'mira@fathom.example',
    "mira.o'hara+dives_1%x@mail.fathom.example",
    'mira&co=/?^`{|}~!#$*-@fathom.example',
    'mirà@tauchen-münchen.example',
    '深@海.example',
  ])('accepts %s', (email) => expect(parseEmail(email)).toBe(email));

  it('returns the email in lower case and without outer spaces', () => {
    expect(parseEmail('  Mira@Fathom.Example\n')).toBe('mira@fathom.example');
  });

  it.each<[title: string, email: string]>([
    ['no domain', 'mira'],
    ['no dot in the domain', 'mira@fathom'],
    ['two addresses', 'mira@fathom.example,ben@fathom.example'],
    ['a name before the address', 'a<mira@fathom.example>'],
    ['a comma', 'mira,ben@fathom.example'],
    ['a semicolon', 'mira;ben@fathom.example'],
    ['a comment', 'mira(ben)@fathom.example'],
    ['a group', 'divers:mira@fathom.example'],
    ['a quoted part', '"mira"@fathom.example'],
    ['a backslash', 'mira\\@fathom.example'],
    ['an address instead of a domain', 'mira@[10.0.0.1]'],
    ['a null character', 'mira\u0000@fathom.example'],
    ['a line break', 'mira\r\nbcc:ben@fathom.example'],
    ['a delete character at the end', 'mira@fathom.example\u007F'],
    ['a zero-width space', 'mira\u200B@fathom.example'],
    ['a right-to-left override', 'mira\u202E@fathom.example'],
    ['a soft hyphen', 'mira@fath\u00ADom.example'],
    ['a space', 'mi ra@fathom.example'],
  ])('rejects %s', (_title, email) => expect(parseEmail(email)).toBeUndefined());

  it.each([
    'mira@ｅxample.com',
    'ｍira@example.com',
    'mira@example。com',
    'mira@exam\uFE0Fple.com',
    'mira@exam\u034Fple.com',
    'mira@example.com.',
  ])(
    'rejects the look-alike %s for new accounts and changes of the email, but not for accounts that exist',
    (email) => {
      const password = 'coral-reef-7';

      expect(credentials.register.body.safeParse({ email, password, username: 'Mira' }).success).toBe(false);
      expect(credentials.changeEmail.body.safeParse({ email, password }).success).toBe(false);
      expect(credentials.resendCode.body.safeParse({ email: email.replace('。', '.') }).success).toBe(true);
    },
  );

  it('rejects long emails in linear time', () => {
    const start = performance.now();
    expect(parseEmail(`${'a.'.repeat(250)}@${'a.'.repeat(250)}`)).toBeUndefined();
    expect(performance.now() - start).toBeLessThan(500);
  });
});

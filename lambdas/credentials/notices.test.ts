/** Tests of the mails that inform members about changes of their credentials. */
import { expect, it } from 'vitest';
import * as notices from './notices.ts';

it.each(Object.entries(notices))(
  '%s has the name of the product in its subject and its text',
  (_, { subject, text }) => {
    expect(subject).toContain('Fathom');
    expect(text).toContain('Fathom');
  },
);

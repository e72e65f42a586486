/** Tests of the outbox, which keeps the mails of a local cloud for tests and developers. */
import { describe, expect, it } from 'vitest';
import { silentTerminal } from '../process/terminal.ts';
import { MAX_MAILS, Outbox } from './outbox.ts';

describe('Outbox', () => {
  it('keeps only the latest mails', () => {
    const outbox = new Outbox(silentTerminal);
    for (let number = 0; number <= MAX_MAILS; number++) {
      outbox.send({ to: 'a', subject: String(number), text: '' });
    }

    expect(outbox.mails).toHaveLength(MAX_MAILS);
    expect([outbox.mails[0]?.subject, outbox.mails.at(-1)?.subject]).toEqual(['1', String(MAX_MAILS)]);
  });
});

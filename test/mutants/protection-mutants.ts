/** Mutants of the rules that protect accounts and storage. See `mutants.ts`. */
import { acceptance, type Mutant, unit } from './mutant.ts';

export const protectionMutants: readonly Mutant[] = [
  {
    name: 'ended-session-is-accepted',
    area: 'Sessions',
    rule: 'An access token from before the end of all sessions is refused.',
    file: 'lambdas/access/session.ts',
    find: 'caller.issuedAt < member.tokensValidFrom',
    replace: 'caller.issuedAt < 0',
    caughtBy: [acceptance('credentials/sessions.test.ts')],
  },
  {
    name: 'registration-proof-fits-any-email',
    area: 'Credentials',
    rule: 'A registration proof is valid for one email.',
    file: 'lambdas/credentials/registration-proof.ts',
    find: 'email.trim().toLowerCase()',
    replace: 'time',
    caughtBy: [unit('lambdas/credentials/registration-proof.test.ts')],
  },
  {
    name: 'conduct-limit-allows-one-more',
    area: 'Limits',
    rule: 'A member can do exactly as much as the limit allows.',
    file: 'lambdas/table/conduct.ts',
    find: 'allowedFor(limit, actor, now) - amount;',
    replace: 'allowedFor(limit, actor, now);',
    caughtBy: [unit('lambdas/table/conduct.test.ts')],
  },
  {
    name: 'upload-overwrites-a-key',
    area: 'Storage',
    rule: 'A presigned URL can be used for one write.',
    file: 'lambdas/storage/presigned-urls.ts',
    find: `'if-none-match': '*', `,
    replace: '',
    caughtBy: [unit('lambdas/storage/presigned-urls.test.ts'), acceptance('files/upload.test.ts')],
  },
  {
    name: 'copy-is-credited-again',
    area: 'Storage',
    rule: 'Of several files with the same bytes, one counts for the owner.',
    file: 'lambdas/table/file-credit.ts',
    find: '(await holdsCopy(userId, checksum)) ? 0 : size',
    replace: '(await holdsCopy(userId, checksum)) ? size : size',
    caughtBy: [unit('lambdas/table/file-credit.test.ts'), acceptance('files/copies.test.ts')],
  },
  {
    name: 'storage-has-no-limit',
    area: 'Limits',
    rule: 'A member may store a limited number of bytes.',
    file: 'lambdas/table/conduct.ts',
    find: "if (stored + added > allowedFor('storedBytes', actor, now))",
    replace: "if (stored > allowedFor('storedBytes', actor, now))",
    caughtBy: [unit('lambdas/files/record-stored-file.test.ts'), unit('lambdas/table/conduct.test.ts')],
  },
];

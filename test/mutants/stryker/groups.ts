/** Sources that are mutated together, and the unit tests that may kill their mutants. Globs, relative to the root. */
interface Group {
  readonly mutate: readonly string[];
  readonly tests: readonly string[];
}

/** Groups of sources by name. A run of one group takes minutes. */
export const groups: Readonly<Record<string, Group>> = {
  table: { mutate: ['lambdas/table/**/!(*.test).ts'], tests: ['lambdas/{table,access}/**/*.test.ts'] },
  payments: { mutate: ['lambdas/payments/!(*.test|fixture).ts'], tests: ['lambdas/payments/**/*.test.ts'] },
  access: { mutate: ['lambdas/access/**/!(*.test).ts'], tests: ['lambdas/access/**/*.test.ts'] },
  messages: {
    mutate: [
      'lambdas/messages/{send-message,mark-read,read-conversation,connection,ticket,send-rate,list-conversations}.ts',
    ],
    tests: ['lambdas/messages/**/*.test.ts'],
  },
  account: {
    mutate: ['lambdas/account/{purge-account,purge,audit-ledgers,delete-account}.ts'],
    tests: ['lambdas/account/**/*.test.ts'],
  },
  content: {
    mutate: [
      'lambdas/files/{reconcile-uploads,record-stored-file}.ts',
      'lambdas/posts/{delete-comment,add-comment,purge-post}.ts',
    ],
    tests: ['lambdas/{files,posts}/**/*.test.ts'],
  },
  grants: {
    mutate: ['infra/constructs/table-access.ts', 'infra/routes/!(*.test).ts'],
    tests: ['infra/{constructs,routes}/**/*.test.ts'],
  },
};

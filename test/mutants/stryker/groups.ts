/** Sources that are mutated together, and the unit tests that may kill their mutants. Globs, relative to the root. */
interface Group {
  readonly mutate: readonly string[];
  readonly tests: readonly string[];
}

/** Groups of sources by name. A run of one group takes minutes. */
export const groups: Readonly<Record<string, Group>> = {
  table: { mutate: ['lambdas/table/**/!(*.test|credit-fixture).ts'], tests: ['lambdas/table/**/*.test.ts'] },
  payments: { mutate: ['lambdas/payments/!(*.test|fixture).ts'], tests: ['lambdas/payments/**/*.test.ts'] },
  access: { mutate: ['lambdas/access/**/!(*.test).ts'], tests: ['lambdas/access/**/*.test.ts'] },
  messages: {
    mutate: ['lambdas/messages/{send-message,mark-read,conversation,send-rate,conversations}.ts'],
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
    tests: ['infra/constructs/table-access.test.ts', 'infra/routes/*.test.ts'],
  },
  verify: {
    mutate: [
      'infra/data/verify/!(*.test|fixture).ts',
      'infra/data/items/{invariants,item-checks}.ts',
      'infra/data/items/invariants/*.ts',
    ],
    tests: ['infra/data/verify/*.test.ts'],
  },
  shared: {
    mutate: ['shared/{rules,text}/!(*.test).ts', 'shared/contract/{text,number,file-name,user-id}.ts'],
    tests: ['shared/**/*.test.ts'],
  },
  http: {
    mutate: ['lambdas/http/{call-rate,request,field-problem,endpoint}.ts'],
    tests: ['lambdas/http/**/*.test.ts'],
  },
  storage: {
    mutate: ['lambdas/storage/{storage-key,presigned-urls,file-type,file-size}.ts'],
    tests: ['lambdas/storage/**/*.test.ts'],
  },
  conversations: {
    mutate: [
      'web/src/features/messages/outbox/!(*.test|texts).ts',
      'web/src/features/messages/{chat/timeline,inbox/inbox-rows}.ts',
    ],
    tests: ['web/src/features/messages/{outbox,chat,inbox}/*.test.ts'],
  },
  uploads: {
    mutate: ['web/src/features/files/upload/parts/!(*.test|fake-store).ts'],
    tests: ['web/src/features/files/upload/**/*.test.{ts,tsx}'],
  },
  purchases: {
    mutate: ['web/src/features/payments/purchase/!(*.test|texts).ts'],
    tests: ['web/src/features/payments/**/*.test.{ts,tsx}'],
  },
  platform: {
    mutate: [
      'web/src/platform/text/format-{depth,number,time}.ts',
      'web/src/platform/state/{optimistic-toggle,like-mutation}.ts',
      'web/src/platform/socket/live-socket.ts',
      'web/src/platform/time/backoff-delay.ts',
      'web/src/features/users/follow/follow-state.ts',
      'web/src/features/account/dive-log/describe-entry.ts',
      'web/src/features/files/card/format-contribution.ts',
    ],
    tests: [
      'web/src/platform/**/*.test.{ts,tsx}',
      'web/src/features/users/follow/*.test.ts',
      'web/src/features/account/dive-log/*.test.ts',
      'web/src/features/files/card/*.test.ts',
    ],
  },
};

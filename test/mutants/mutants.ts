/**
 * One-line mutants: each breaks one rule of the product, and a test must fail.
 *
 * To add one, pick a rule and a `find` text that occurs exactly once in `file`, list test files from the fastest
 * project to the slowest, and run `npm run mutants -- --only <name>`. When `file` moves, the runner still finds the
 * text if it is unique in the sources or in files of that name; when the text changes, it fails and names the mutant.
 */

/** Test files that catch a mutant, in one vitest project. Vitest matches a file by any part of its path. */
export interface TestFilter {
  /** `unit` stands for both projects of unit tests, isolated or not. */
  readonly project: 'unit' | 'infra' | 'acceptance' | 'faults' | 'e2e';
  readonly files: readonly string[];
}

export interface Mutant {
  /** Unique; used by `--only`. */
  readonly name: string;
  readonly area: string;
  /** The rule that holds without the mutant. */
  readonly rule: string;
  /** Relative to the repository root. */
  readonly file: string;
  /** Exact text, on one line. */
  readonly find: string;
  readonly replace: string;
  /** Cheapest first. The runner stops at the first filter in which a test fails. */
  readonly caughtBy: readonly TestFilter[];
  /** Only for mutants that no test catches yet: the test to write. `caughtBy` then lists where it was looked for. */
  readonly missingTest?: string;
}

const inProject =
  (project: TestFilter['project']) =>
  (...files: string[]): TestFilter => ({ project, files });

const unit = inProject('unit');
const infra = inProject('infra');
const acceptance = inProject('acceptance');
const faults = inProject('faults');

export const mutants: readonly Mutant[] = [
  {
    name: 'ledger-credits-twice',
    area: 'Ledger',
    rule: 'One source changes the depth once, even if the change is requested again.',
    file: 'lambdas/table/ledger.ts',
    find: `ConditionExpression: 'attribute_not_exists(pk)'`,
    replace: `ConditionExpression: 'attribute_not_exists(absent)'`,
    caughtBy: [unit('lambdas/table/ledger.test.ts'), acceptance('files/save-metadata.test.ts')],
  },
  {
    name: 'depth-rounds-down',
    area: 'Ledger',
    rule: 'Depth is rounded half up to the micrometre.',
    file: 'shared/depth/depth.ts',
    find: ' * MICROMETRES_PER_CM + bytesPerMb;',
    replace: ' * MICROMETRES_PER_CM;',
    caughtBy: [unit('shared/depth/depth.test.ts'), acceptance('files/save-metadata.test.ts')],
  },
  {
    name: 'equal-depth-is-hidden',
    area: 'Visibility',
    rule: 'A file or post at exactly the depth of the viewer can be viewed and liked.',
    file: 'lambdas/table/visible.ts',
    find: '#depth <= :depth',
    replace: '#depth < :depth',
    caughtBy: [acceptance('files/like-and-view.test.ts'), acceptance('posts/comments.test.ts')],
  },
  {
    name: 'list-shows-higher-items-of-own-band',
    area: 'Visibility',
    rule: "Lists hide items above the viewer, also in the viewer's own depth band.",
    file: 'lambdas/table/depth-index.ts',
    find: `'depthOrder < :ceiling'`,
    replace: `'depthOrder <> :ceiling'`,
    caughtBy: [unit('lambdas/table/depth-index.test.ts'), acceptance('files/list.test.ts')],
  },
  {
    name: 'member-lists-open-one-metre-above',
    area: 'Visibility',
    rule: 'The posts, files and connections of a member are closed to viewers below them, even by less than a metre.',
    file: 'lambdas/access/profiles.ts',
    find: 'visible: missingMetres > 0 ?',
    replace: 'visible: missingMetres > 1 ?',
    caughtBy: [acceptance('access-matrix.test.ts'), acceptance('posts/list-of-member.test.ts')],
  },
  {
    name: 'list-shows-files-of-deleted-members',
    area: 'Visibility',
    rule: 'The files of a deleted member disappear from lists at once, before the purge job deletes them.',
    file: 'lambdas/access/visible-items.ts',
    find: 'items.filter(({ userId }) => !isDeleted(identities.get(userId)))',
    replace: 'items.filter(({ userId }) => !isDeleted(identities.get(userId)) || liked.size >= 0)',
    caughtBy: [unit('lambdas/access/visible-items.test.ts')],
  },
  {
    name: 'member-files-open-to-viewers-below',
    area: 'Visibility',
    rule: 'The files of a member are closed to viewers below them, even files below the viewer.',
    file: 'lambdas/files/list-of-member.ts',
    find: 'userId === caller.userId || visibleProfile(viewer, userId),',
    replace: `userId !== '' || visibleProfile(viewer, userId),`,
    caughtBy: [unit('lambdas/access/access.test.ts')],
  },
  {
    name: 'member-posts-open-to-viewers-below',
    area: 'Visibility',
    rule: 'The posts of a member are closed to viewers below them, even posts below the viewer.',
    file: 'lambdas/posts/list-of-member.ts',
    find: 'userId === caller.userId || visibleProfile(viewer, userId),',
    replace: `userId !== '' || visibleProfile(viewer, userId),`,
    caughtBy: [unit('lambdas/access/access.test.ts')],
  },
  {
    name: 'cursor-works-for-another-viewer',
    area: 'Cursors',
    rule: 'A cursor is valid only for the member it was made for.',
    file: 'lambdas/table/cursor.ts',
    find: 'viewer !== expected.viewer || query',
    replace: 'query',
    caughtBy: [unit('lambdas/table/cursor.test.ts'), acceptance('files/list.test.ts')],
  },
  {
    name: 'page-loses-rows-read-ahead',
    area: 'Cursors',
    rule: 'The next page starts with the rows that were read ahead and not returned.',
    file: 'lambdas/table/merge.ts',
    find: 'isDrained(reader) ? reader.readTo : { after: positionOf(row) }',
    replace: 'reader.consumed > 1 ? reader.readTo : { after: positionOf(row) }',
    caughtBy: [unit('lambdas/table/merge.test.ts'), acceptance('files/list.test.ts')],
  },
  {
    name: 'idempotency-key-creates-twice',
    area: 'Idempotency',
    rule: 'Requests with the same idempotency key create one post or comment, also when they arrive at once.',
    file: 'lambdas/table/idempotency.ts',
    find: `ConditionExpression: 'attribute_not_exists(pk)'`,
    replace: `ConditionExpression: 'attribute_not_exists(absent)'`,
    caughtBy: [acceptance('posts/create.test.ts'), acceptance('posts/comments.test.ts')],
  },
  {
    name: 'message-is-stored-twice',
    area: 'Idempotency',
    rule: 'A message that is sent again under the same client message ID is stored once.',
    file: 'lambdas/table/message.ts',
    find: `ConditionExpression: 'attribute_not_exists(pk)'`,
    replace: `ConditionExpression: 'attribute_not_exists(absent)'`,
    caughtBy: [acceptance('messages/messages.test.ts'), faults('messages.test.ts')],
  },
  {
    name: 'stripe-event-can-be-replayed',
    area: 'Webhook signatures',
    rule: 'A Stripe event that was signed more than five minutes ago is rejected.',
    file: 'lambdas/payments/stripe-webhook.ts',
    find: `headers['stripe-signature'] ?? '', webhookSecret)`,
    replace: `headers['stripe-signature'] ?? '', webhookSecret, 86_400)`,
    caughtBy: [faults('card-payments.test.ts')],
  },
  {
    name: 'paypal-verdict-is-ignored',
    area: 'Webhook signatures',
    rule: 'An event is rejected unless PayPal confirms its signature.',
    file: 'lambdas/payments/paypal-webhook.ts',
    find: `if (status !== 'SUCCESS')`,
    replace: `if (status === '')`,
    caughtBy: [acceptance('payments/paypal.test.ts')],
  },
  {
    name: 'watermark-passes-last-message',
    area: 'Watermarks',
    rule: 'A watermark never moves past the last message, so later messages count as unread.',
    file: 'lambdas/table/inbox.ts',
    find: 'messageId < row.lastMessageId ? messageId : row.lastMessageId',
    replace: 'messageId',
    caughtBy: [unit('lambdas/table/inbox.test.ts'), acceptance('messages/mark-read.test.ts')],
  },
  {
    name: 'watermark-overwrites-new-message',
    area: 'Watermarks',
    rule: 'A message that arrives while the watermark moves stays unread.',
    file: 'lambdas/table/inbox.ts',
    find: `'lastMessageId = :seen AND (`,
    replace: `'lastMessageId >= :seen AND (`,
    caughtBy: [
      unit('lambdas/table/inbox.test.ts'),
      acceptance('messages/mark-read.test.ts', 'messages/messages.test.ts'),
    ],
  },
  {
    name: 'expired-ticket-opens-socket',
    area: 'Sockets',
    rule: 'A ticket opens no socket after it has expired, even if DynamoDB has not deleted it yet.',
    file: 'lambdas/table/socket.ts',
    find: 'AND expiresAt >= :now',
    replace: 'AND (expiresAt >= :now OR expiresAt < :now)',
    caughtBy: [unit('lambdas/table/socket.test.ts')],
  },
  {
    name: 'payment-to-another-merchant-is-credited',
    area: 'Payments',
    rule: 'A PayPal order whose money went to another merchant is not credited.',
    file: 'lambdas/payments/complete-order.ts',
    find: `(unit?.custom_id !== userId || (unit.payee?.merchant_id ?? '') !== merchantId);`,
    replace: 'unit?.custom_id !== userId;',
    caughtBy: [unit('lambdas/payments/complete-order.test.ts')],
  },
  {
    name: 'deleted-comment-stays-newest',
    area: 'Comments',
    rule: 'The newest comment of a post exists, even if two comments are deleted at once.',
    file: 'lambdas/table/comment.ts',
    find: 'newestComment.commentId = :id AND commentCount = :count',
    replace: 'newestComment.commentId = :id AND (commentCount = :count OR commentCount <> :count)',
    caughtBy: [unit('lambdas/table/comment.test.ts')],
  },
  {
    name: 'replaced-bytes-keep-their-credit',
    area: 'Ledger',
    rule: 'Deleting a file debits the bytes that it has now, even if they were replaced after it was read.',
    file: 'lambdas/files/record-stored-file.ts',
    find: `if (outcome !== 'condition-failed') return;`,
    replace: `if (outcome !== 'duplicate') return;`,
    caughtBy: [unit('lambdas/files/record-stored-file.test.ts')],
  },
  {
    name: 'purge-deletes-payments',
    area: 'Purge',
    rule: 'The purge of an account keeps ledger entries of payments and refunds.',
    file: 'lambdas/account/purge-account.ts',
    find: 'row.purchasedCm ? undefined',
    replace: '(row.purchasedCm ?? 0) < 0 ? undefined',
    caughtBy: [faults('purge.test.ts')],
  },
  {
    name: 'purge-deletes-messages-of-partner',
    area: 'Purge',
    rule: 'Messages stay for the partner who remains, and are deleted when both have left.',
    file: 'lambdas/account/purge-account.ts',
    find: 'if (!partner || isDeleted(partner))',
    replace: 'if (!partner || !isDeleted(partner))',
    caughtBy: [faults('messages.test.ts'), acceptance('messages/messages.test.ts')],
  },
  {
    name: 'purge-ignores-throttled-rows',
    area: 'Purge',
    rule: 'The purge of an account fails and stays on the queue if a row could not be deleted.',
    file: 'lambdas/account/purge-account.ts',
    find: 'await Promise.all(page.rows.map((row) => PURGE_ROW',
    replace: 'await Promise.allSettled(page.rows.map((row) => PURGE_ROW',
    caughtBy: [unit('lambdas/account/purge-account.test.ts')],
  },
  {
    name: 'purge-ends-before-its-posts',
    area: 'Purge',
    rule: 'The purge of an account is complete only when the comments of its posts are purged.',
    file: 'lambdas/account/purge-account.ts',
    find: 'if (hidden && !(await purgePost(postId, timeLeft))) return false;',
    replace: 'if (hidden) await purgePost(postId, timeLeft);',
    caughtBy: [unit('lambdas/account/purge-account.test.ts')],
  },
  {
    name: 'any-known-format-passes-as-video',
    area: 'Upload inspection',
    rule: 'A file declared as video or audio must contain video or audio.',
    file: 'lambdas/storage/file-type.ts',
    find: 'return MEDIA.test(detected);',
    replace: 'return MEDIA.test(type);',
    caughtBy: [unit('lambdas/storage/file-type.test.ts')],
  },
  {
    name: 'refused-bytes-are-kept',
    area: 'Upload inspection',
    rule: 'Bytes that fail the inspection are deleted from the bucket.',
    file: 'lambdas/files/record-stored-file.ts',
    find: 'await deleteObject(object.key);',
    replace: 'await findObject(object.key);',
    caughtBy: [acceptance('files/save-metadata.test.ts')],
  },
  {
    name: 'outbox-sends-ahead-of-turn',
    area: 'Outbox',
    rule: 'One message of each conversation is sent at a time, in the order of writing.',
    file: 'web/src/features/messages/outbox/outbox-state.ts',
    find: 'busy.add(recipientId);',
    replace: `if (state === 'sending') busy.add(recipientId);`,
    caughtBy: [unit('web/src/features/messages/outbox')],
  },
  {
    name: 'outbox-retries-under-new-id',
    area: 'Outbox',
    rule: 'A retry uses the same client message ID, in case the first attempt was stored.',
    file: 'web/src/features/messages/outbox/outbox-state.ts',
    find: 'const retried = { clientMessageId,',
    replace: 'const retried = { clientMessageId: crypto.randomUUID(),',
    caughtBy: [unit('web/src/features/messages/outbox')],
  },
  {
    name: 'part-of-wrong-size-counts-as-arrived',
    area: 'Part queue',
    rule: 'A stored part of another size is sent again.',
    file: 'web/src/features/files/upload/parts/part-plan.ts',
    find: 'sizes.get(partNumber) === size',
    replace: 'sizes.has(partNumber) && size > 0',
    caughtBy: [unit('web/src/features/files/upload/parts')],
  },
  {
    name: 'part-is-sent-by-two-lanes',
    area: 'Part queue',
    rule: 'A part that is on its way is not sent a second time.',
    file: 'web/src/features/files/upload/parts/part-queue.ts',
    find: `states[index]?.status === 'missing'`,
    replace: `states[index]?.status !== 'arrived'`,
    caughtBy: [unit('web/src/features/files/upload/parts')],
  },
  {
    name: 'grant-covers-other-partitions',
    area: 'Grants',
    rule: 'A grant covers the partitions of one entity, not every key with the same first letters.',
    file: 'infra/constructs/table-access.ts',
    find: '{partition}#*',
    replace: '{partition}*',
    caughtBy: [unit('infra/constructs/table-access.test.ts'), infra('template.test.ts')],
  },
  {
    name: 'like-may-delete-files',
    area: 'Grants',
    rule: 'Each endpoint may do only what it needs: liking a file needs no permission to delete it.',
    file: 'infra/routes/files.ts',
    find: `DeleteItem'], FILE: ['GetItem', 'UpdateItem'] }`,
    replace: `DeleteItem'], FILE: ['GetItem', 'UpdateItem', 'DeleteItem'] }`,
    caughtBy: [infra('permissions.test.ts')],
  },
];

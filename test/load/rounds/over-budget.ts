/** Why endpoints that end all sessions of a member need more rounds. */
const END_SESSIONS = 'Sockets are found and closed after the sessions have ended, so that none opens in between.';

/** Why endpoints that credit payments need more rounds. */
const PAYMENT =
  'The member and the ledger are read before the transaction, and again after it with the current state at the provider, so that no refund is lost.';

/** Why routes of frames need more rounds. */
const FRAMES =
  'The owner of the socket is read first, then the frame is counted before it is validated. The sockets are read last.';

/**
 * Why endpoints and routes have more rounds than their budget, by name. A round is a group of requests to the table
 * that are sent at the same time (observe-rounds.ts).
 */
export const OVER_BUDGET: Readonly<Record<string, string>> = {
  'GET /dashboard': 'Only the posts contain who wrote their newest comment.',
  'DELETE /users/delete': END_SESSIONS,
  'POST /credentials/confirm-registration': `An attempt is counted before the code is used, and the count is reset after it. ${END_SESSIONS}`,
  'POST /credentials/recover': `The recovery codes are deleted before the second factor is switched off, and again after it, because a concurrent request can store new ones. The digest of the used code is deleted last. ${END_SESSIONS}`,
  'POST /credentials/totp/enable':
    'The session is checked again after the digest of the code is stored, because a concurrent recovery can end it. The recovery codes are stored last.',
  'POST /credentials/totp/disable':
    'The recovery codes are deleted before the second factor is switched off, and again after it, because a concurrent request can store new ones.',
  'POST /credentials/change-password': `${END_SESSIONS} A mark from before the change lets a repeated request complete it.`,
  'POST /credentials/sign-out-everywhere': END_SESSIONS,
  'PATCH /files':
    'The name and the description are read before the update, because the search text contains the words of both.',
  'POST /files/save-metadata':
    'The record, the profile, and another copy of the bytes are read in turn: each decides the next step. The depth is read after the transaction that changes it.',
  'PUT /profile/update-photo':
    'The profile names the new picture before its object is stored, and shows it afterwards. Otherwise, the object would look like an unused picture.',
  'DELETE /posts/{postId}/comments/{commentId}':
    'The comments are read after the post, so that a concurrent deletion is detected.',
  'POST /stripe/webhook': PAYMENT,
  'POST /paypal/process-purchase': PAYMENT,
  'POST /paypal/webhook': PAYMENT,
  $connect: 'The last registration is read before all others, so that no two handshakes take the same place.',
  sendMessage: `${FRAMES} The recipient's sockets come before the sender's, whose frame confirms the message.`,
  markRead: FRAMES,
  typing: `${FRAMES} Members without a conversation cause no read of sockets.`,
};

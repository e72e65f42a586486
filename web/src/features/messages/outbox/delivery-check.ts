import type { Message } from '../../../../../shared/contract/messages.ts';
import { MIN_MESSAGE_ID } from '../../../../../shared/rules/limits.ts';
import type { InboxRow } from '../inbox/inbox-rows.ts';
import type { Outbox } from './outbox.ts';

/** Loads the messages of a conversation after the message ID `after`, oldest first. */
type FetchAfter = (userId: string, after: string) => Promise<{ messages: readonly Message[]; more: boolean }>;

/**
 * Checks whether failed messages were stored although their responses were lost.
 *
 * Stored messages leave the outbox, so that neither the inbox nor the conversation shows them as failed.
 */
export class DeliveryCheck {
  readonly #outbox: Outbox;
  readonly #fetchAfter: FetchAfter;
  /** The message ID up to which no unsent message is stored, by partner. */
  readonly #checkedUpTo = new Map<string, string>();
  #failedIds: ReadonlySet<string> = new Set();
  #unsubscribe: () => void = () => {};
  /** Runs one check after another, so that each uses the result of the previous check. */
  #queue: Promise<void> = Promise.resolve();

  constructor(outbox: Outbox, fetchAfter: FetchAfter) {
    this.#outbox = outbox;
    this.#fetchAfter = fetchAfter;
  }

  /** Checks each message when it fails. */
  start(): void {
    this.#failedIds = new Set(this.#listFailedMessages().map(({ clientMessageId }) => clientMessageId));
    this.#unsubscribe = this.#outbox.unsentMessages.subscribe(() => {
      const failedMessages = this.#listFailedMessages();
      const newlyFailedMessages = failedMessages.filter(({ clientMessageId }) => !this.#failedIds.has(clientMessageId));
      this.#failedIds = new Set(failedMessages.map(({ clientMessageId }) => clientMessageId));
      this.#check(newlyFailedMessages.map(({ recipientId }) => recipientId));
    });
  }

  /** Checks no further messages. */
  stop(): void {
    this.#unsubscribe();
  }

  /** Checks all failed messages on a new connection, because the previous connection may have lost responses. */
  handleConnect(): void {
    this.#check(this.#listFailedMessages().map(({ recipientId }) => recipientId));
  }

  /** Checks conversations in which a loaded inbox shows a newer message. */
  handleInbox(rows: readonly InboxRow[]): void {
    const newestIds = new Map(rows.map(({ userId, lastMessage }) => [userId, lastMessage.id]));
    const recipientIds = this.#listFailedMessages().map(({ recipientId }) => recipientId);
    this.#check(recipientIds.filter((userId) => (newestIds.get(userId) ?? '') > this.#findStart(userId)));
  }

  #listFailedMessages() {
    return this.#outbox.unsentMessages.value.filter(({ state }) => state === 'failed');
  }

  /** Checks the failed messages to each of these partners, after the running checks. */
  #check(recipientIds: readonly string[]): void {
    for (const userId of new Set(recipientIds)) this.#queue = this.#queue.then(() => this.#checkConversation(userId));
  }

  /** Loads the newer messages of a conversation, until no failed message is left or all are loaded. */
  async #checkConversation(userId: string): Promise<void> {
    try {
      let hasMore = true;
      while (hasMore && this.#listFailedMessages().some(({ recipientId }) => recipientId === userId)) {
        const page = await this.#fetchAfter(userId, this.#findStart(userId));
        this.#outbox.confirm(page.messages);

        const lastMessage = page.messages.at(-1);
        if (lastMessage) this.#checkedUpTo.set(userId, lastMessage.id);
        hasMore = page.more && lastMessage !== undefined;
      }
    } catch (error) {
      // The next connection, or the next response with the inbox, checks again.
      console.warn('Could not check whether failed messages were stored.', error);
    }
  }

  /**
   * Returns the message ID after which an unsent message to this partner could be stored. Call it only for a partner
   * with an unsent message.
   */
  #findStart(userId: string): string {
    const messagesToPartner = this.#outbox.unsentMessages.value.filter(({ recipientId }) => recipientId === userId);
    const knownIds = messagesToPartner.map(({ knownUpTo = MIN_MESSAGE_ID }) => knownUpTo);
    const earliestId = knownIds.reduce((minId, id) => (id < minId ? id : minId));

    const checkedUpTo = this.#checkedUpTo.get(userId) ?? MIN_MESSAGE_ID;
    return checkedUpTo > earliestId ? checkedUpTo : earliestId;
  }
}

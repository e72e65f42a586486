import { createHash } from 'node:crypto';
import type { CountedProfile } from '../../../../lambdas/table/depth-histogram.ts';
import { fileIndexAttributes, type StoredFile } from '../../../../lambdas/table/file.ts';
import { inboxPeriod } from '../../../../lambdas/table/inbox.ts';
import { type ItemKey, sortPrefix } from '../../../../lambdas/table/item-types.ts';
import * as keys from '../../../../lambdas/table/keys.ts';
import { type DepthChange, type LedgerEntry, ledgerIndexAttributes } from '../../../../lambdas/table/ledger.ts';
import { postIndexAttributes } from '../../../../lambdas/table/post.ts';
import { profileDepthAttributes } from '../../../../lambdas/table/profile.ts';
import { computeDepth } from '../../../../shared/rules/depth.ts';
import { bucketOf } from '../../../../shared/rules/depth-histogram.ts';
import { DAY_MS } from '../../../../shared/rules/durations.ts';
import { findItemType } from '../../items/item-checks.ts';
import type { PlainItem } from '../../items/plain-item.ts';
import type { Community } from '../fixture.ts';
import type { ListedObject } from '../sources.ts';
import { type Attributes, MemoryStore } from './memory-store.ts';

/** Builds a valid ULID that ends with a number. Its leading 7 sorts it after the ULIDs of the community. */
export const buildUlid = (number: number) => `7${String(number).padStart(25, '0')}`;

/**
 * The items and objects of the community, in memory. Each corruption changes a clone.
 *
 * `change` and `put` write one item. Methods such as `changeFile` and `addPost` also write what depends on the item,
 * such as its index attributes, so that a corruption breaks only its own rule.
 */
export class Snapshot extends MemoryStore {
  readonly community: Community;
  /** The time of the verification, in milliseconds. */
  readonly now: number;

  constructor(items: readonly PlainItem[], objects: readonly ListedObject[], community: Community, now: number) {
    super(items, objects);
    this.community = community;
    this.now = now;
  }

  clone(): Snapshot {
    return new Snapshot(structuredClone(this.items), structuredClone(this.objects), this.community, this.now);
  }

  /** Changes attributes of a live profile, with its place in the lists. */
  changeProfile(userId: string, attributes: Attributes): void {
    const key = keys.profileKey(userId);
    const { contributedBytes, purchasedCm } = { ...this.get(key), ...attributes } as never;
    const { depth: _, ...indexAttributes } = profileDepthAttributes({ userId, contributedBytes, purchasedCm }, 1);
    this.change(key, { ...attributes, ...indexAttributes });
  }

  /** Changes attributes of a file, with its index attributes. */
  changeFile(storageKey: string, attributes: Attributes): void {
    const file = { ...this.get(keys.fileKey(storageKey)), ...attributes };
    this.change(file, { ...attributes, ...fileIndexAttributes(file as never, 1) });
  }

  /** Changes attributes of a post, with its index attributes. */
  changePost(postId: string, attributes: Attributes): void {
    const post = { ...this.get(keys.postKey(postId)), ...attributes };
    this.change(post, { ...attributes, ...postIndexAttributes(post as never, 1) });
  }

  /** Returns the key of the bucket in which a member is counted. */
  bucketKeyOf(userId: string): ItemKey {
    const { shard, bucket } = this.get(keys.depthMarkerKey(userId));
    return keys.depthBucketKey(Number(shard), Number(bucket));
  }

  /** Builds the histogram of depths again: counts each live member by their profile, as the change feed does. */
  rebuildHistogram(): void {
    for (const item of this.items) {
      if (['depthMarker', 'depthBucket'].includes(findItemType(item) ?? '')) this.remove(item);
    }

    for (const item of this.items) {
      if (findItemType(item) !== 'profile' || item.deletedAt !== undefined) continue;

      const { userId, depth, version } = item as unknown as CountedProfile;
      this.put({ ...keys.depthMarkerKey(userId), userId, bucket: bucketOf(depth), shard: 0, version });
      const key = this.bucketKeyOf(userId);
      const members = this.findByKey(key)?.members ?? 0;
      this.put({ ...key, members: Number(members) + 1 });
    }
  }

  /** Stores an object. By default, it is older than the time that the hourly jobs may take. */
  putObject(key: string, { ageMs = 5 * DAY_MS, size = 5, etag = '"1"' } = {}): void {
    this.setObject({ key, size, etag, since: this.now - ageMs });
  }

  /** Returns a member's ledger entries in the order of their versions. */
  entriesOf(userId: string): (PlainItem & LedgerEntry)[] {
    const { pk } = keys.profileKey(userId);
    const entries = this.items.filter((item) => item.pk === pk && item.sk.startsWith(sortPrefix('ledgerEntry')));
    return (entries as (PlainItem & LedgerEntry)[]).toSorted((a, b) => a.version - b.version);
  }

  /** Adds a ledger entry. For a live member, call {@link recomputeLedger} afterwards. Returns the entry's key. */
  addEntry(change: Partial<DepthChange> & Pick<DepthChange, 'userId' | 'source' | 'sourceId'>): ItemKey {
    const { userId, source, sourceId } = change;
    const version = this.entriesOf(userId).length + 1;
    const at = new Date(this.now).toISOString();
    const entry = { bytes: 0, purchasedCm: 0, ...change, version, depthAfter: 0, at };

    const key = keys.ledgerKey(userId, source, sourceId);
    this.put({ ...key, ...entry, ...ledgerIndexAttributes(entry) });
    return key;
  }

  /** Numbers a live member's entries, computes their depths, and sets the profile's totals accordingly. */
  recomputeLedger(userId: string): void {
    let contributedBytes = 0;
    let purchasedCm = 0;
    let depth = 0;
    let peakDepth = 0;
    let version = 0;

    for (const entry of this.entriesOf(userId)) {
      contributedBytes += entry.bytes;
      purchasedCm += entry.purchasedCm;
      depth = computeDepth({ contributedBytes, purchasedCm });
      peakDepth = Math.max(peakDepth, depth);
      version++;
      this.change(entry, { version, depthAfter: depth, ...ledgerIndexAttributes({ ...entry, version }) });
    }

    this.changeProfile(userId, { contributedBytes, purchasedCm, depth, peakDepth, version });
  }

  /** Adds a file with its object, and for a live member its copy items, entry, and stored bytes. Returns its key. */
  addFile(userId: string, file: Attributes & { readonly isLive?: boolean } = {}): string {
    const { isLive = true, ...attributes } = file;
    const fileName = 'reef.png';
    const key = String(attributes.key ?? `files/${userId}/${buildUlid(this.items.length)}/${fileName}`);

    const etag = `"${createHash('md5').update(key).digest('hex')}"`;
    const uploadedAt = new Date(this.now - 5 * DAY_MS).toISOString();
    const bytesOfFile = { size: 2000, creditedBytes: 2000, etag, checksum: etag };
    const counts = { depth: 0, likeCount: 0, views: 0, revision: 0 };
    const texts = { fileName, contentType: 'image/png', description: '' };
    // The attributes may have values that the type excludes.
    const storedFile = {
      key,
      userId,
      ...texts,
      ...bytesOfFile,
      uploadedAt,
      ...counts,
      ...attributes,
    } as unknown as StoredFile;

    this.put({ ...keys.fileKey(key), ...storedFile, ...fileIndexAttributes(storedFile, 1) });
    this.putObject(key, { size: storedFile.size, etag });
    if (isLive) this.#creditFile(storedFile);
    return key;
  }

  /** Adds a live member's copy items and entry of a file, and counts its bytes. */
  #creditFile(file: StoredFile): void {
    const { userId, key, checksum, originalChecksum, size, creditedBytes = size } = file;
    for (const heldChecksum of [checksum, originalChecksum].filter((value) => value !== undefined)) {
      this.put({ ...keys.heldCopyKey(userId, heldChecksum, key), checksum: heldChecksum });
    }
    this.addEntry({ userId, source: 'upload', sourceId: key, bytes: creditedBytes });

    const profile = this.get(keys.profileKey(userId));
    const storedBytes = Number(profile.storedBytes ?? profile.contributedBytes) + size;
    this.changeProfile(userId, { storedBytes });
    this.recomputeLedger(userId);
  }

  /** Adds a live post. Counts the bytes of its picture, unless `isCounted` is false. Returns the post's ID. */
  addPost(userId: string, options: Attributes & { readonly isCounted?: boolean } = {}): string {
    const { isCounted = true, ...attributes } = options;
    const postId = String(attributes.postId ?? buildUlid(this.items.length));
    const createdAt = new Date(this.now).toISOString();
    const counts = { likeCount: 0, commentCount: 0 };
    const post = { userId, content: '', createdAt, depth: 0, ...counts, ...attributes, postId };
    this.put({ ...keys.postKey(postId), ...post, ...postIndexAttributes(post as never, 1) });

    const { size = 0 } = (attributes.image ?? {}) as { readonly size?: number };
    if (isCounted && size > 0) this.increase(keys.profileKey(userId), 'storedBytes', size);
    return postId;
  }

  /** Adds a message, and the record of its client's ID unless `isRecorded` is false. Returns its ID. */
  addMessage(sender: string, recipient: string, { ageMs = 0, isRecorded = true } = {}): string {
    const conversation = keys.conversationId(sender, recipient);
    const messageId = buildUlid(this.items.length);
    const timestamp = new Date(this.now - ageMs).toISOString();
    const clientMessageId = `client ${messageId}`;
    const message = { messageId, clientMessageId, conversation, sender, recipient, content: '', timestamp };
    this.put({ ...keys.messageKey(conversation, messageId), ...message });

    const expiresAt = Math.floor(this.now / 1000) + 3600;
    if (isRecorded) this.put({ ...keys.sentMessageKey(conversation, sender, clientMessageId), messageId, expiresAt });
    return messageId;
  }

  /** Adds the inbox row of a member whose messages with the partner are all read. */
  addInboxRow(userId: string, partnerId: string): ItemKey {
    const { pk } = keys.messageKey(keys.conversationId(userId, partnerId), '');
    const isMessage = (item: PlainItem) => item.pk === pk && item.sk.startsWith(sortPrefix('message'));
    const messages = this.items.filter(isMessage).toSorted((a, b) => (a.sk < b.sk ? -1 : 1));

    const { messageId: lastMessageId, content, sender: senderId, timestamp } = messages.at(-1)!;
    const lastReceivedId = messages.findLast(({ sender }) => sender === partnerId)?.messageId;
    const lastMessage = { content, senderId, timestamp };
    const key = keys.inboxKey(userId, partnerId);
    const indexAttributes = { list: keys.inboxListPartition(userId), textOrder: inboxPeriod(String(timestamp)) };

    this.put({ ...key, userId, otherId: partnerId, lastMessageId, lastMessage, unreadCount: 0, ...indexAttributes });
    if (lastReceivedId !== undefined) this.change(key, { lastReceivedId, readUpTo: lastReceivedId });
    return key;
  }

  /** Adds a conversation of one message from each side, in both inboxes. */
  addConversation(userId: string, partnerId: string): void {
    this.addMessage(userId, partnerId);
    this.addMessage(partnerId, userId);
    this.addInboxRow(userId, partnerId);
    this.addInboxRow(partnerId, userId);
  }

  /** Adds the two items of an open socket: by member, and by connection. */
  addSocket(userId: string, connectionId: string, expiresAt = Math.floor(this.now / 1000) + 3600): void {
    for (const key of keys.socketKeys(userId, connectionId)) this.put({ ...key, userId, expiresAt });
  }

  /** Storage key of Ada's second file. It has the same bytes as her first one, so it earns nothing. */
  get duplicateFile(): string {
    return String(this.find('file', { creditedBytes: 0 }).key);
  }

  /** Storage key of the picture of the community's post. */
  get postPicture(): string {
    return (this.get(keys.postKey(this.community.post)).image as { key: string }).key;
  }

  /** Storage key of a rendition of the community's file. */
  get rendition(): string {
    return this.objects.find(({ key }) => key.startsWith('renditions/'))!.key;
  }
}

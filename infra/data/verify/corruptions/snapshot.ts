import { createHash } from 'node:crypto';
import type { CountedProfile } from '../../../../lambdas/table/depth-histogram.ts';
import { fileIndexAttributes, type StoredFile } from '../../../../lambdas/table/file.ts';
import { inboxPeriod } from '../../../../lambdas/table/inbox.ts';
import { type ItemKey, type ItemTypeName, sortPrefix } from '../../../../lambdas/table/item-types.ts';
import * as keys from '../../../../lambdas/table/keys.ts';
import { type DepthChange, type LedgerEntry, ledgerIndexAttributes } from '../../../../lambdas/table/ledger.ts';
import { postIndexAttributes, type StoredPost } from '../../../../lambdas/table/post.ts';
import { profileDepthAttributes } from '../../../../lambdas/table/profile.ts';
import { computeDepth } from '../../../../shared/rules/depth.ts';
import { bucketOf } from '../../../../shared/rules/depth-histogram.ts';
import { DAY_MS } from '../../../../shared/rules/durations.ts';
import type { Reads } from '../../items/facts.ts';
import { findItemType } from '../../items/item-checks.ts';
import type { PlainItem } from '../../items/plain-item.ts';
import type { Community } from '../fixture.ts';
import type { ListedObject } from '../sources.ts';

type Attributes = Readonly<Record<string, unknown>>;

/** Returns a key as one text, for maps. */
const nameOf = ({ pk, sk }: ItemKey) => `${pk}\n${sk}`;

/** Returns a valid ULID that ends with a number. It sorts after the ULIDs of the community. */
export const ulidOf = (number: number) => `7${String(number).padStart(25, '0')}`;

/** The items and objects of the community, in memory. Corruptions change a clone. */
export class Snapshot {
  readonly #items: Map<string, PlainItem>;
  readonly #objects: Map<string, ListedObject>;

  readonly community: Community;
  /** The time of the verification, in milliseconds. */
  readonly now: number;

  constructor(items: readonly PlainItem[], objects: readonly ListedObject[], community: Community, now: number) {
    this.community = community;
    this.now = now;
    this.#items = new Map(items.map((item) => [nameOf(item), item]));
    this.#objects = new Map(objects.map((object) => [object.key, object]));
  }

  clone(): Snapshot {
    return new Snapshot(structuredClone(this.items), structuredClone(this.objects), this.community, this.now);
  }

  get items(): PlainItem[] {
    return [...this.#items.values()];
  }

  get objects(): ListedObject[] {
    return [...this.#objects.values()];
  }

  /** Returns the items and objects that a repeated read of a finding returns. */
  read({ keys: itemKeys = [], partitions = [], owned = [], objects = [], likesOf, allMarkers }: Reads) {
    const isRead = (item: PlainItem) =>
      itemKeys.some(({ pk, sk }) => pk === item.pk && sk === item.sk) ||
      partitions.some(({ pk, prefix }) => pk === item.pk && item.sk.startsWith(prefix)) ||
      owned.some((owner) => item.owner === owner) ||
      (likesOf !== undefined && item.sk === sortPrefix('like') + likesOf) ||
      (allMarkers === true && findItemType(item) === 'depthMarker');

    return {
      items: this.items.filter(isRead),
      objects: this.objects.filter(({ key }) => objects.some((prefix) => key.startsWith(prefix))),
    };
  }

  get(key: ItemKey): PlainItem {
    const item = this.#items.get(nameOf(key));
    if (!item) throw new Error(`The snapshot has no item ${key.pk} ${key.sk}.`);
    return item;
  }

  /** Returns the first item of a type with these attributes. */
  find(type: ItemTypeName, attributes: Attributes = {}): PlainItem {
    const hasAttributes = (item: PlainItem) =>
      Object.entries(attributes).every(([name, value]) => item[name] === value);
    const item = this.items.find((candidate) => findItemType(candidate) === type && hasAttributes(candidate));
    if (!item) throw new Error(`The snapshot has no such ${type}.`);
    return item;
  }

  put(item: PlainItem): void {
    this.#items.set(nameOf(item), item);
  }

  remove(key: ItemKey): void {
    // Throws if the item is missing.
    this.get(key);
    this.#items.delete(nameOf(key));
  }

  /** Changes attributes of an item; undefined removes one. */
  change(key: ItemKey, attributes: Attributes): void {
    const entries = Object.entries({ ...this.get(key), ...attributes }).filter(([, value]) => value !== undefined);
    this.put(Object.fromEntries(entries) as PlainItem);
  }

  /** Adds to a number of an item. */
  increase(key: ItemKey, attribute: string, by = 1): void {
    this.change(key, { [attribute]: Number(this.get(key)[attribute]) + by });
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
  bucketOf(userId: string): ItemKey {
    const { shard, bucket } = this.get(keys.depthMarkerKey(userId));
    return keys.depthBucketKey(Number(shard), Number(bucket));
  }

  /** Counts all members again by their profiles, as the change feed does. */
  recount(): void {
    for (const item of this.items) {
      if (['depthMarker', 'depthBucket'].includes(findItemType(item) ?? '')) this.remove(item);
    }

    for (const item of this.items) {
      if (findItemType(item) !== 'profile' || item.deletedAt !== undefined) continue;

      const { userId, depth, version } = item as unknown as CountedProfile;
      this.put({ ...keys.depthMarkerKey(userId), userId, bucket: bucketOf(depth), shard: 0, version });
      const key = this.bucketOf(userId);
      const members = this.#items.get(nameOf(key))?.members ?? 0;
      this.put({ ...key, members: Number(members) + 1 });
    }
  }

  putObject(key: string, { ageMs = 5 * DAY_MS, size = 5, etag = '"1"' } = {}): void {
    this.#objects.set(key, { key, size, etag, since: this.now - ageMs });
  }

  getObject(key: string): ListedObject {
    const object = this.#objects.get(key);
    if (!object) throw new Error(`The snapshot has no object ${key}.`);
    return object;
  }

  changeObject(key: string, attributes: Partial<ListedObject>): void {
    this.#objects.set(key, { ...this.getObject(key), ...attributes });
  }

  removeObject(key: string): void {
    // Throws if the object is missing.
    this.getObject(key);
    this.#objects.delete(key);
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
  addFile(userId: string, file: Partial<StoredFile> & { readonly isLive?: boolean } = {}): string {
    const { isLive = true, ...attributes } = file;
    const fileName = 'reef.png';
    const key = attributes.key ?? `files/${userId}/${ulidOf(this.items.length)}/${fileName}`;

    const etag = `"${createHash('md5').update(key).digest('hex')}"`;
    const uploadedAt = new Date(this.now - 5 * DAY_MS).toISOString();
    const bytesOfFile = { size: 2000, creditedBytes: 2000, etag, checksum: etag };
    const counts = { depth: 0, likeCount: 0, views: 0, revision: 0 };
    const texts = { fileName, contentType: 'image/png', description: '' };
    const storedFile: StoredFile = { key, userId, ...texts, ...bytesOfFile, uploadedAt, ...counts, ...attributes };

    this.put({ ...keys.fileKey(key), ...storedFile, ...fileIndexAttributes(storedFile, 1) });
    this.putObject(key, { size: storedFile.size, etag });
    if (!isLive) return key;

    const { checksum, originalChecksum, size, creditedBytes: bytes = size } = storedFile;
    for (const heldChecksum of [checksum, originalChecksum].filter((value) => value !== undefined)) {
      this.put({ ...keys.heldCopyKey(userId, heldChecksum, key), checksum: heldChecksum });
    }
    this.addEntry({ userId, source: 'upload', sourceId: key, bytes });

    const profile = this.get(keys.profileKey(userId));
    const storedBytes = Number(profile.storedBytes ?? profile.contributedBytes) + size;
    this.changeProfile(userId, { storedBytes });
    this.recomputeLedger(userId);
    return key;
  }

  /** Adds a live post. Counts the bytes of its picture, unless `isCounted` is false. Returns the post's ID. */
  addPost(userId: string, options: Partial<StoredPost> & { readonly isCounted?: boolean } = {}): string {
    const { isCounted = true, ...attributes } = options;
    const postId = attributes.postId ?? ulidOf(this.items.length);
    const createdAt = new Date(this.now).toISOString();
    const counts = { likeCount: 0, commentCount: 0 };
    const post = { postId, userId, content: '', createdAt, depth: 0, ...counts, ...attributes };
    this.put({ ...keys.postKey(postId), ...post, ...postIndexAttributes(post as never, 1) });

    const { size = 0 } = attributes.image ?? {};
    if (isCounted && size > 0) this.increase(keys.profileKey(userId), 'storedBytes', size);
    return postId;
  }

  /** Adds a message, and the record of its client's ID unless `isRecorded` is false. Returns its ID. */
  addMessage(sender: string, recipient: string, { ageMs = 0, isRecorded = true } = {}): string {
    const conversation = keys.conversationId(sender, recipient);
    const messageId = ulidOf(this.items.length);
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

  /** Adds the two rows of an open socket. */
  addSocket(userId: string, connectionId: string, expiresAt = Math.floor(this.now / 1000) + 3600): void {
    for (const key of keys.socketKeys(userId, connectionId)) this.put({ ...key, userId, expiresAt });
  }

  /** Storage key of Ada's second file. It has the same bytes as her first one, so it earns nothing. */
  get copy(): string {
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

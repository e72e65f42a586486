import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { DemoClient, type DemoSession } from '../../infra/local/seed/demo-session.ts';
import { createRandom } from '../../infra/local/seed/random.ts';
import { contract } from '../../shared/contract/contract.ts';
import { checkOperations, type OperationCounts } from './check-operations.ts';
import { KillableCloud } from './killable-cloud.ts';
import { createOperation, type LoadMember, type Operation, type OperationKind } from './load-operations.ts';
import { retryWhileUnavailable } from './member-state.ts';

export interface KillOptions {
  /** An empty folder for the state of the cloud. */
  readonly directory: string;
  /** The cloud's assembly. Synthesized if omitted. */
  readonly assembly?: string;
  /** Number of rounds. Each round runs operations, kills the cloud, and restarts it. */
  readonly rounds: number;
  /** Decides about the operations and the moments of the kills. */
  readonly seed: number;
  /** Receives the result of each round. */
  readonly onRound?: (result: RoundResult) => void;
}

/** What a round found after its restart. */
export interface RoundResult extends OperationCounts {
  readonly round: number;
  readonly killed: 'cloud' | 'database, then cloud';
  /** Operations of all rounds whose success the cloud has confirmed. */
  readonly acknowledged: number;
  /** Operations of this round without a confirmation: the kill interrupted them, or they failed. */
  readonly interrupted: number;
}

export interface KillResult {
  readonly rounds: readonly RoundResult[];
  /** All operations, after the interrupted ones were repeated. */
  readonly final: OperationCounts;
  /** What `verify-table` found at the end, also in the views of the change feed. */
  readonly violations: readonly string[];
}

const MEMBER_COUNT = 4;

/** Number of operations that each member performs concurrently. */
const CONCURRENT_OPERATIONS = 2;

/** New posts in each round. A member likes each post at most once, so these are more than a member likes in a round. */
const POSTS_PER_ROUND = 20;

/** Minimum number of a round's acknowledged operations before its kill. */
const MIN_ACKNOWLEDGED = 15;

/** A round has fewer acknowledged operations than this before its kill. */
const ACKNOWLEDGED_BOUND = 35;

const KINDS: readonly OperationKind[] = ['post', 'like', 'upload', 'message', 'payment'];

/** More attempts than an operation needs after a restart. */
const MAX_ATTEMPTS = 10;

const PASSWORD = 'coral-reef-7';

/**
 * Kills a cloud under load, again and again, and restarts it on the same state. After each restart, checks all
 * operations of all rounds, and repeats the interrupted ones, as pages do.
 */
export async function runKillRounds(options: KillOptions): Promise<KillResult> {
  const { directory, assembly, rounds, seed, onRound } = options;
  const random = createRandom(seed);
  const cloud = await KillableCloud.start(directory, assembly);

  try {
    const load = await Load.create(cloud, random);
    // Stops cleanly, because the cloud writes its user pool in the background. The kills must not lose sign-ups.
    await cloud.stop();
    await cloud.restart();

    const results: RoundResult[] = [];
    for (let round = 1; round <= rounds; round++) {
      const killed = round % 2 === 1 ? 'cloud' : 'database, then cloud';
      const interruptedOperations = await load.runUntilKilled(killed);
      await cloud.restart();

      const acknowledged = load.countAcknowledged();
      const counts = await load.check();
      await load.repeat(interruptedOperations);

      const result = { round, killed, acknowledged, interrupted: interruptedOperations.length, ...counts } as const;
      results.push(result);
      onRound?.(result);
    }

    return { rounds: results, final: await load.check(), violations: await cloud.verifyTable() };
  } finally {
    await cloud.kill();
  }
}

/** The members of a cloud, and all their operations. */
class Load {
  readonly #cloud: KillableCloud;
  readonly #random: () => number;
  readonly #author: DemoSession;
  readonly #members: readonly LoadMember[];
  readonly #operations: Operation[] = [];
  /** For each member, the posts that they may still like. */
  readonly #postsToLike = new Map<LoadMember, string[]>();

  private constructor(cloud: KillableCloud, random: () => number, sessions: readonly DemoSession[]) {
    this.#cloud = cloud;
    this.#random = random;
    const [author, ...others] = sessions as [DemoSession, ...DemoSession[]];
    // Never rises above 0 m, so that every member can see and like the author's posts.
    this.#author = author;
    this.#members = others.map((session, index) => ({ session, partner: others[(index + 1) % others.length]! }));
  }

  /** Registers the author and the members, and begins the conversation of each member with their partner. */
  static async create(cloud: KillableCloud, random: () => number): Promise<Load> {
    const sessions: DemoSession[] = [];
    for (let number = 0; number <= MEMBER_COUNT; number++) {
      const login = { email: `member${number}@fathom.example`, password: PASSWORD, username: `Member ${number}` };
      // One client per member: a client sends one request to each endpoint at a time.
      const session = await new DemoClient(cloud.config, [], 0).register(login);
      await retryWhileUnavailable(() => session.call(contract.account.me, {}));
      sessions.push(session);
    }

    const load = new Load(cloud, random, sessions);
    // A member may message only members who aren't above them, unless they have a conversation.
    for (const { session, partner } of load.#members) {
      await retryWhileUnavailable(() => session.sendMessage(partner.userId, 'Hello'));
    }

    return load;
  }

  /** Performs operations until the cloud is killed. Returns those that were interrupted or failed. */
  async runUntilKilled(killed: RoundResult['killed']): Promise<Operation[]> {
    await this.#publishPosts();
    const countBefore = this.countAcknowledged();
    const range = ACKNOWLEDGED_BOUND - MIN_ACKNOWLEDGED;
    const operationsBeforeKill = MIN_ACKNOWLEDGED + Math.floor(this.#random() * range);
    const interruptedOperations: Operation[] = [];
    const state = { isStopped: false };

    /** Performs one operation after another until the kill. */
    const work = async (member: LoadMember) => {
      while (!state.isStopped) {
        const operation = this.#createOperation(member);
        try {
          await operation.perform();
          operation.acknowledged = true;
        } catch {
          interruptedOperations.push(operation);
        }
      }
    };

    const workers = this.#members.flatMap((member) =>
      Array.from({ length: CONCURRENT_OPERATIONS }, () => work(member)),
    );
    while (this.countAcknowledged() < countBefore + operationsBeforeKill) await pause(10);

    // The kill comes at a random moment, so that kills interrupt every step of an operation.
    await pause(this.#random() * 100);
    state.isStopped = true;

    if (killed !== 'cloud') {
      this.#cloud.killDatabase();
      await pause(this.#random() * 500);
    }
    await this.#cloud.kill();

    await Promise.all(workers);
    return interruptedOperations;
  }

  /** Repeats operations until each has succeeded. */
  async repeat(operations: readonly Operation[]): Promise<void> {
    for (const operation of operations) {
      for (let attempt = 1; !operation.acknowledged; attempt++) {
        try {
          await operation.perform();
          operation.acknowledged = true;
        } catch (error) {
          if (attempt === MAX_ATTEMPTS) throw error;
        }
      }
    }
  }

  /** Counts the effects of all operations so far. */
  check(): Promise<OperationCounts> {
    return checkOperations(this.#operations, this.#members, this.#author);
  }

  countAcknowledged(): number {
    return this.#operations.filter(({ acknowledged }) => acknowledged).length;
  }

  /** Creates a random operation of a member. */
  #createOperation(member: LoadMember): Operation {
    const posts = this.#postsToLike.get(member) ?? [];
    const kinds = KINDS.filter((kind) => kind !== 'like' || posts.length > 0);
    const kind = kinds[Math.floor(this.#random() * kinds.length)]!;
    // `createOperation` takes a post synchronously, so another operation of the member can't take the last one.
    const context = { config: () => this.#cloud.config, takePostToLike: () => posts.pop()! };
    const operation = createOperation(kind, member, context);
    this.#operations.push(operation);
    return operation;
  }

  /** Publishes the posts that the members can like in the next round. */
  async #publishPosts(): Promise<void> {
    const posts: string[] = [];
    for (let number = 0; number < POSTS_PER_ROUND; number++) {
      const idempotencyKey = randomUUID();
      const content = `Like this: ${idempotencyKey}`;
      const create = () => this.#author.call(contract.posts.create, { content, idempotencyKey });
      posts.push((await retryWhileUnavailable(create)).post.id);
    }
    for (const member of this.#members) this.#postsToLike.set(member, [...posts]);
  }
}

import { join } from 'node:path';
import { JsonFile } from '../state/json-file.ts';
import { nowSeconds, randomText } from './ids.ts';
import type { BalanceTransaction, Charge, Dispute, Intent, Refund, StoredMethod } from './objects.ts';

/** The answer to a request with an idempotency key, for the next request with that key. */
export interface StoredAnswer {
  /** What was asked for: its path, and all of its fields. */
  readonly path: string;
  readonly request: string;
  readonly status: number;
  readonly body: string;
  readonly requestId: string;
  readonly created: number;
}

interface StripeKeys {
  readonly secret: string;
  readonly publishable: string;
  readonly webhook: string;
}

interface Account {
  readonly keys: StripeKeys;
  readonly intents: Record<string, Intent>;
  readonly charges: Record<string, Charge>;
  readonly refunds: Record<string, Refund>;
  readonly disputes: Record<string, Dispute>;
  readonly methods: Record<string, StoredMethod>;
  readonly balanceTransactions: Record<string, BalanceTransaction>;
  readonly answers: Record<string, StoredAnswer>;
}

/** Stripe forgets an idempotency key after a day: https://docs.stripe.com/api/idempotent_requests */
const ANSWERS_KEPT_SECONDS = 86_400;

/** Everything that the account holds, but for its events. The keys are made up once. */
export class StripeStore {
  readonly #file: JsonFile<Account>;

  constructor(directory: string) {
    this.#file = new JsonFile<Account>(join(directory, 'stripe.json'), emptyAccount());
    this.#forgetAnswers();
    this.#file.saveNow();
  }

  get account(): Account {
    return this.#file.value;
  }

  save(): void {
    this.#file.save();
  }

  async flush(): Promise<void> {
    await this.#file.flush();
  }

  #forgetAnswers(): void {
    const oldest = nowSeconds() - ANSWERS_KEPT_SECONDS;
    for (const [key, { created }] of Object.entries(this.account.answers)) {
      if (created < oldest) delete this.account.answers[key];
    }
  }
}

/** What a record holds under an id. The ids come from outside: what every object has is not meant by them. */
export function own<T>(record: Readonly<Record<string, T>>, id: string): T | undefined {
  return Object.hasOwn(record, id) ? record[id] : undefined;
}

function emptyAccount(): Account {
  return {
    keys: {
      secret: `sk_test_${randomText(48)}`,
      publishable: `pk_test_${randomText(48)}`,
      webhook: `whsec_${randomText(32)}`,
    },
    intents: {},
    charges: {},
    refunds: {},
    disputes: {},
    methods: {},
    balanceTransactions: {},
    answers: {},
  };
}

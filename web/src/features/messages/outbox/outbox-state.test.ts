import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  ANSWER_WITHIN_MS,
  due,
  type Outbox,
  PATIENCE_MS,
  withAllFailed,
  withLostConnection,
  without,
  withRefused,
  withRetried,
  withWritten,
} from './outbox-state.ts';

const write = (outbox: Outbox, id: string, now = 0, recipientId = 'ada') =>
  withWritten(outbox, { clientMessageId: id, recipientId, content: `Text of ${id}` }, now);
const states = (outbox: Outbox) => outbox.map(({ clientMessageId, state }) => `${clientMessageId} ${state}`);
const sent = (outbox: Outbox, open: boolean, now: number) =>
  due(outbox, open, now).send.map(({ clientMessageId }) => clientMessageId);

describe('what is on its way', () => {
  it('is sent one by one to each person, and to several at once', () => {
    const outbox = write(write(write([], 'a1'), 'a2'), 'b1', 0, 'bo');
    const first = due(outbox, true, 0);
    expect(first.send.map(({ clientMessageId }) => clientMessageId)).toEqual(['a1', 'b1']);
    expect(sent(first.outbox, true, 1)).toEqual([]);
    expect(sent(without(first.outbox, new Set(['a1'])), true, 2)).toEqual(['a2']);
  });

  it('waits while there is no connection, and fails after a minute', () => {
    const outbox = write([], 'a1');
    expect(due(outbox, false, PATIENCE_MS - 1)).toMatchObject({ outbox, send: [], next: PATIENCE_MS });
    expect(states(due(outbox, true, PATIENCE_MS).outbox)).toEqual(['a1 failed']);
    expect(sent(outbox, true, PATIENCE_MS)).toEqual([]);
  });

  it('is sent again, first, over the next connection', () => {
    const { outbox } = due(write(write([], 'a1'), 'a2'), true, 0);
    expect(sent(withLostConnection(outbox), true, 5)).toEqual(['a1']);
  });

  it('does not wait for ever for an answer', () => {
    const { outbox, next } = due(write([], 'a1'), true, 0);
    expect(next).toBe(ANSWER_WITHIN_MS);
    expect(due(outbox, true, ANSWER_WITHIN_MS - 1).deadConnection).toBe(false);
    expect(due(outbox, true, ANSWER_WITHIN_MS).deadConnection).toBe(true);
  });

  it('fails when it is refused, for the reason that is given, and lets the next go', () => {
    const { outbox } = due(write(write([], 'a1'), 'a2'), true, 0);
    const refused = withRefused(outbox, 'a1', { code: 'DepthTooLow', error: 'Ascend.' }, 1);
    expect(refused[0]).toMatchObject({ state: 'failed', problem: 'Ascend.' });
    expect(sent(refused, true, 2)).toEqual(['a2']);
  });

  it.each(['TooManyMessages', 'Throttled'])('is patient with %s, and keeps its place', (code) => {
    const { outbox } = due(write(write([], 'a1'), 'a2'), true, 0);
    const refused = withRefused(outbox, 'a1', { code, error: 'Slowly.', retryAfterSeconds: 2 }, 100);
    expect(due(refused, true, 2099)).toMatchObject({ send: [], next: 2100 });
    expect(sent(refused, true, 2100)).toEqual(['a1']);
    expect(refused[0]?.deadline).toBe(PATIENCE_MS + 2000);
  });

  it('is not harmed by a refusal that comes after it was tried anew', () => {
    const refused = withRefused(write([], 'a1'), 'a1', { code: 'Internal', error: 'Oh.' }, 1);
    expect(states(refused)).toEqual(['a1 waiting']);
  });

  it('is tried again only when somebody wants that, under its own id and as the last', () => {
    const failed = withAllFailed(write(write([], 'a1'), 'a2'));
    expect(states(failed)).toEqual(['a1 failed', 'a2 failed']);
    expect(due(failed, true, 0)).toMatchObject({ send: [], next: Number.POSITIVE_INFINITY });
    const retried = withRetried(failed, 'a1', 70_000);
    expect(states(retried)).toEqual(['a2 failed', 'a1 waiting']);
    expect(due(retried, true, 70_001).send[0]).toMatchObject({ clientMessageId: 'a1', content: 'Text of a1' });
  });

  it('is gone when it turns out to be stored, though it was believed to have failed', () => {
    expect(without(withAllFailed(write([], 'a1')), new Set(['a1']))).toEqual([]);
  });
});

/** What may become of a frame that was sent, and what else may happen. */
type Step =
  | { readonly do: 'write' }
  | { readonly do: 'connect' }
  | { readonly do: 'cut' }
  | { readonly do: 'wait'; readonly ms: number }
  | { readonly do: 'deliver'; readonly answer: 'lost' | 'given' | 'slow down' };

const steps: fc.Arbitrary<Step[]> = fc.array(
  fc.oneof(
    { weight: 4, arbitrary: fc.constant<Step>({ do: 'write' }) },
    { weight: 3, arbitrary: fc.constant<Step>({ do: 'connect' }) },
    { weight: 2, arbitrary: fc.constant<Step>({ do: 'cut' }) },
    { weight: 3, arbitrary: fc.record({ do: fc.constant('wait' as const), ms: fc.nat(12_000) }) },
    {
      weight: 8,
      arbitrary: fc.record({
        do: fc.constant('deliver' as const),
        answer: fc.constantFrom('lost' as const, 'given' as const, 'slow down' as const),
      }),
    },
  ),
  { maxLength: 120 },
);

/** A page, a network and a server that stores a message once for its id. */
class Sea {
  outbox: Outbox = [];
  stored: string[] = [];
  written: string[] = [];
  open = false;
  now = 0;
  #flying: string[] = [];

  run(step: Step): void {
    if (step.do === 'write') {
      this.written.push(`m${this.written.length}`);
      this.outbox = write(this.outbox, this.written.at(-1)!, this.now);
    } else if (step.do === 'connect') this.open = true;
    else if (step.do === 'cut') this.#cut();
    else if (step.do === 'wait') this.now += step.ms;
    else this.#deliver(step.answer);
    this.#pump();
  }

  /** All is well from now on. */
  calm(): void {
    for (let round = 0; round < 10 * (this.written.length + 1); round += 1) {
      this.run({ do: 'connect' });
      this.run({ do: 'deliver', answer: 'given' });
      this.run({ do: 'wait', ms: 1000 });
    }
  }

  #cut(): void {
    this.open = false;
    this.#flying = [];
    this.outbox = withLostConnection(this.outbox);
  }

  #deliver(answer: 'lost' | 'given' | 'slow down'): void {
    const id = this.#flying.shift();
    if (id === undefined) return;
    if (answer === 'slow down' && !this.stored.includes(id)) {
      this.outbox = withRefused(
        this.outbox,
        id,
        { code: 'TooManyMessages', error: '', retryAfterSeconds: 1 },
        this.now,
      );
      return;
    }
    if (!this.stored.includes(id)) this.stored.push(id);
    if (answer === 'given') this.outbox = without(this.outbox, new Set([id]));
  }

  #pump(): void {
    const { outbox, send, deadConnection } = due(this.outbox, this.open, this.now);
    this.outbox = outbox;
    expect(send.length).toBeLessThanOrEqual(1);
    this.#flying.push(...send.map(({ clientMessageId }) => clientMessageId));
    if (deadConnection) this.#cut();
  }
}

it('stores each message once, in the order of writing, whatever happens to connections and answers', () => {
  fc.assert(
    fc.property(steps, (course) => {
      const sea = new Sea();
      for (const step of course) sea.run(step);
      sea.calm();
      const failed = sea.outbox.map(({ clientMessageId, state }) => {
        expect(state).toBe('failed');
        return clientMessageId;
      });
      expect(sea.stored).toEqual([...new Set(sea.stored)]);
      // Whatever is not said to have failed is stored; what is said to may be, for want of an answer.
      const inOrder = sea.written.filter((id) => sea.stored.includes(id));
      expect(sea.stored).toEqual(inOrder);
      expect(sea.written.filter((id) => !failed.includes(id)).every((id) => sea.stored.includes(id))).toBe(true);
      for (const id of failed) sea.outbox = withRetried(sea.outbox, id, sea.now);
      sea.calm();
      expect(sea.outbox).toEqual([]);
      expect(sea.stored.toSorted()).toEqual(sea.written.toSorted());
    }),
    { numRuns: 500 },
  );
});

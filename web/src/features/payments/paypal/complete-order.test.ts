import { expect, it } from 'vitest';
import { ApiError } from '../../../platform/api/api-error.ts';
import { completeOrder, isUnsettled } from './complete-order.ts';

const LOST = new ApiError(0, 'NetworkError', 'Fathom cannot be reached.');
const BUSY = new ApiError(503, 'PaymentsUnavailable', 'Not now.');
const DECLINED = new ApiError(402, 'PaymentDeclined', 'PayPal could not charge your account.');

/** A server that answers as it is told to, and how long was waited between. */
function server(...answers: (string | Error)[]) {
  const pauses: number[] = [];
  const ask = async () => {
    const answer = answers.shift();
    if (answer instanceof Error) throw answer;
    return answer;
  };
  const pause = async (ms: number) => void pauses.push(ms);
  return { completed: completeOrder(ask, pause), pauses };
}

it('asks once when it is answered', async () => {
  const { completed, pauses } = server('completed');
  expect(await completed).toBe('completed');
  expect(pauses).toEqual([]);
});

it('asks again after growing pauses when the answer is lost', async () => {
  const { completed, pauses } = server(LOST, BUSY, 'completed');
  expect(await completed).toBe('completed');
  expect(pauses).toEqual([1000, 3000]);
});

it('gives up in the end, without anybody knowing how it stands', async () => {
  await expect(server(LOST, LOST, BUSY, 'completed').completed).rejects.toBe(BUSY);
  expect([LOST, BUSY, new TypeError('bug')].map(isUnsettled)).toEqual([true, true, true]);
});

it('takes a refusal for what it is', async () => {
  const { completed, pauses } = server(DECLINED, 'completed');
  await expect(completed).rejects.toBe(DECLINED);
  expect(pauses).toEqual([]);
  expect(isUnsettled(DECLINED)).toBe(false);
});

import { DEFAULT_PURCHASE_METRES, PACKAGE_METRES, type PaymentMethod } from '../../../../../shared/depth/prices.ts';
import type { Problem } from './problem.ts';
import { readCustomDepth } from './purchase.ts';

/** How the last attempt to pay stands. */
export type Attempt =
  | { readonly status: 'idle' }
  | { readonly status: 'processing' }
  | { readonly status: 'success'; readonly metres: number }
  | { readonly status: 'pending'; readonly metres: number }
  | { readonly status: 'cancelled' }
  | { readonly status: 'error'; readonly problem: Problem };

/** The form, and how paying goes (specification §4 "Payment"). */
export interface PurchaseState {
  /** Metres. What the input says that is ignored leaves it as it is. */
  readonly selected: number;
  readonly customText: string;
  readonly method: PaymentMethod;
  readonly attempt: Attempt;
}

export type PurchaseEvent =
  | { readonly type: 'packageChosen'; readonly metres: number }
  | { readonly type: 'customTyped'; readonly text: string }
  | { readonly type: 'customLeft' }
  | { readonly type: 'methodChosen'; readonly method: PaymentMethod }
  | { readonly type: 'started' }
  | { readonly type: 'succeeded'; readonly metres: number }
  | { readonly type: 'reviewed'; readonly metres: number }
  | { readonly type: 'cancelled' }
  | { readonly type: 'failed'; readonly problem: Problem }
  | { readonly type: 'rested' };

/** How long the success banner is shown (specification §9). */
export const BANNER_MS = 5000;

const IDLE: Attempt = { status: 'idle' };

export const START: PurchaseState = {
  selected: DEFAULT_PURCHASE_METRES,
  customText: '',
  method: 'stripe',
  attempt: IDLE,
};

/** The form after an event. While a payment is under way nothing but its end changes anything. */
export function nextPurchase(state: PurchaseState, event: PurchaseEvent): PurchaseState {
  const { attempt, method } = state;
  if (attempt.status === 'processing') return afterAttempt(state, event);
  // What went wrong belongs to the choice with which it went wrong.
  const anew = attempt.status === 'error' || attempt.status === 'cancelled' ? IDLE : attempt;
  switch (event.type) {
    case 'packageChosen':
      return { ...state, selected: event.metres, customText: '', attempt: anew };
    case 'customTyped': {
      const read = readCustomDepth(event.text);
      const selected = read.kind === 'metres' ? read.metres : state.selected;
      return { ...state, selected, customText: event.text, attempt: anew };
    }
    case 'customLeft':
      return { ...state, customText: leftText(state) };
    case 'methodChosen':
      return event.method === method ? state : { ...state, method: event.method, attempt: anew };
    case 'started':
      return { ...state, attempt: { status: 'processing' } };
    case 'failed':
      return { ...state, attempt: { status: 'error', problem: event.problem } };
    case 'rested':
      return attempt.status === 'success' ? { ...state, attempt: IDLE } : state;
    default:
      return state;
  }
}

function afterAttempt(state: PurchaseState, event: PurchaseEvent): PurchaseState {
  switch (event.type) {
    case 'succeeded':
      return { ...START, method: state.method, attempt: { status: 'success', metres: event.metres } };
    case 'reviewed':
      return { ...START, method: state.method, attempt: { status: 'pending', metres: event.metres } };
    case 'cancelled':
      return { ...state, attempt: { status: 'cancelled' } };
    case 'failed':
      return { ...state, attempt: { status: 'error', problem: event.problem } };
    default:
      return state;
  }
}

/** The input shows what will be bought once it is left: what was ignored does not stay there as if it counted. */
function leftText({ selected, customText }: PurchaseState): string {
  if (readCustomDepth(customText).kind !== 'ignored') return customText;
  return (PACKAGE_METRES as readonly number[]).includes(selected) ? '' : String(selected);
}

/** Why nothing can be bought with what the custom input says, if so. */
export function customProblem({ customText }: PurchaseState): string | undefined {
  const read = readCustomDepth(customText);
  return read.kind === 'problem' ? read.problem : undefined;
}

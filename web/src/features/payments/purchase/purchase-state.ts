import { DEFAULT_PURCHASE_METRES, type PaymentMethod } from '../../../../../shared/rules/prices.ts';
import type { PaymentProblem } from './payment-errors.ts';
import { parseCustomDepth } from './purchase.ts';
import { texts } from './texts.ts';

/** The state of the current or last payment attempt. `metres` is the depth that was bought. */
export type Attempt =
  | { readonly status: 'idle' }
  | { readonly status: 'processing' }
  | { readonly status: 'success'; readonly metres: number }
  /** The bank or the provider is still processing the payment. */
  | { readonly status: 'pending'; readonly metres: number }
  | { readonly status: 'cancelled' }
  | { readonly status: 'error'; readonly problem: PaymentProblem };

/** The state of the payment form. */
export interface PurchaseState {
  /** The depth of the chosen package or the custom input, in metres. Undefined if the input has no valid depth. */
  readonly selectedMetres: number | undefined;
  /** The text of the custom input, as typed. Empty while a package is chosen. */
  readonly customText: string;
  readonly method: PaymentMethod;
  readonly attempt: Attempt;
}

/** What happens to the payment form: the member's choices, and the results of a payment. */
export type PurchaseEvent =
  | { readonly type: 'packageChosen'; readonly metres: number }
  | { readonly type: 'customTyped'; readonly text: string }
  | { readonly type: 'methodChosen'; readonly method: PaymentMethod }
  | { readonly type: 'started' }
  | { readonly type: 'succeeded'; readonly metres: number }
  | { readonly type: 'pending'; readonly metres: number }
  | { readonly type: 'cancelled' }
  | { readonly type: 'failed'; readonly problem: PaymentProblem }
  /** Clears the error of a payment that started before the card form was loaded. */
  | { readonly type: 'cardFormLoaded' }
  | { readonly type: 'bannerExpired' };

/** How long the success banner is shown, in milliseconds. See docs/product.md#interface. */
export const BANNER_MS = 5000;

const IDLE_ATTEMPT: Attempt = { status: 'idle' };

/** The state when the form opens, and after each purchase. */
export const INITIAL_PURCHASE: PurchaseState = {
  selectedMetres: DEFAULT_PURCHASE_METRES,
  customText: '',
  method: 'stripe',
  attempt: IDLE_ATTEMPT,
};

/** Returns the state after an event. During a payment, only its result changes the state. */
export function purchaseReducer(state: PurchaseState, event: PurchaseEvent): PurchaseState {
  const { attempt, method } = state;
  if (attempt.status === 'processing') return applyPaymentResult(state, event);

  // A new choice clears the error or the cancellation of the previous attempt.
  const attemptAfterChange = attempt.status === 'error' || attempt.status === 'cancelled' ? IDLE_ATTEMPT : attempt;

  switch (event.type) {
    case 'packageChosen':
      return { ...state, selectedMetres: event.metres, customText: '', attempt: attemptAfterChange };
    case 'customTyped': {
      const parsedDepth = parseCustomDepth(event.text, method);
      const selectedMetres = parsedDepth.kind === 'metres' ? parsedDepth.metres : undefined;
      return { ...state, selectedMetres, customText: event.text, attempt: attemptAfterChange };
    }
    case 'methodChosen':
      return event.method === method ? state : { ...state, method: event.method, attempt: attemptAfterChange };
    case 'started':
      return { ...state, attempt: { status: 'processing' } };
    case 'failed':
      return { ...state, attempt: { status: 'error', problem: event.problem } };
    case 'cardFormLoaded': {
      const wasTooEarly = attempt.status === 'error' && attempt.problem.text === texts.stripeMissing;
      return wasTooEarly ? { ...state, attempt: IDLE_ATTEMPT } : state;
    }
    case 'bannerExpired':
      return attempt.status === 'success' ? { ...state, attempt: IDLE_ATTEMPT } : state;
    default:
      return state;
  }
}

/** Returns the state after a payment in progress has ended. Other events don't change the state. */
function applyPaymentResult(state: PurchaseState, event: PurchaseEvent): PurchaseState {
  switch (event.type) {
    case 'succeeded':
      return { ...INITIAL_PURCHASE, method: state.method, attempt: { status: 'success', metres: event.metres } };
    case 'pending':
      return { ...INITIAL_PURCHASE, method: state.method, attempt: { status: 'pending', metres: event.metres } };
    case 'cancelled':
      return { ...state, attempt: { status: 'cancelled' } };
    case 'failed':
      return { ...state, attempt: { status: 'error', problem: event.problem } };
    default:
      return state;
  }
}

/** Returns why the typed depth can't be bought, or undefined. */
export function findDepthProblem({ customText, method }: PurchaseState): string | undefined {
  const parsedDepth = parseCustomDepth(customText, method);
  return parsedDepth.kind === 'problem' ? parsedDepth.problem : undefined;
}

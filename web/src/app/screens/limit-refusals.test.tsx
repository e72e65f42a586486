// @vitest-environment happy-dom
/** Tests of actions that a limit refuses. The member sees the reason once, and keeps what they have entered. */
import { act, fireEvent, screen, within } from '@testing-library/react';
import type { ReactNode } from 'react';
import { describe, expect, it, vi } from 'vitest';
import { contract } from '../../../../shared/contract/contract.ts';
import type { Endpoint } from '../../../../shared/contract/endpoint.ts';
import { allowedAmount } from '../../../../shared/rules/conduct-limits.ts';
import { describeRefusal } from '../../../../shared/sentences/limit-sentences.ts';
import { emptyApi } from '../../test-support/empty-api.ts';
import { apiError, type FakeApi } from '../../test-support/fake-api.ts';
import { CONFIG, renderApp } from '../../test-support/render-app.tsx';
import { NILS, samplePost } from '../../test-support/sample-data.ts';
import {
  type Limit,
  type RemainingCount,
  serveAllowance,
  waitForAllowanceRequests,
} from '../../test-support/serve-allowance.ts';

// Replaces Stripe's card field with a button that fills it in.
vi.mock('@stripe/react-stripe-js', () => {
  const card = { clear: () => {} };
  const stripe = { confirmCardPayment: async () => ({ error: { message: 'Declined.' } }) };

  return {
    Elements: ({ children }: { children: ReactNode }) => children,
    CardElement: ({ onChange }: { onChange: (event: object) => void }) => (
      <button type="button" onClick={() => onChange({ complete: true })}>
        Fill in
      </button>
    ),
    useElements: () => ({ getElement: () => card }),
    useStripe: () => stripe,
  };
});

/** The wait that the server's refusals require: half an hour. */
const RETRY_AFTER_SECONDS = 1800;

const GWEN = { ...NILS, id: '33333333-0000-4000-8000-000000000000', username: 'Gwen' };

const config = { ...CONFIG, stripe: { publishableKey: 'pk_test_fathom', scriptUrl: 'about:blank#stripe' } };

describe('refusal of a limit', () => {
  /** Makes an endpoint refuse a request because the limit is used up on another device. Returns the sentence. */
  function refuse(api: FakeApi, endpoint: Endpoint, limit: Limit, count: RemainingCount): string {
    const allowed = allowedAmount(limit, 'new');
    const params = { limit, standing: 'new', allowed } as const;

    api.fail(endpoint, () => {
      count.remaining = 0;
      return apiError({ code: 'LimitReached', params, retryAfterSeconds: RETRY_AFTER_SECONDS });
    });

    return describeRefusal({ ...params, retryAfterSeconds: RETRY_AFTER_SECONDS });
  }

  /** Checks that the page says a sentence once, in an alert, after the next response with the allowances. */
  async function expectOneAlert(api: FakeApi, sentence: string): Promise<void> {
    const elements = await screen.findAllByText((text) => text.includes(sentence));
    expect(elements.some((element) => element.closest('[role=alert]'))).toBe(true);

    // After a refusal, the page requests the allowances again. Their line must not repeat the alert.
    await waitForAllowanceRequests(api, 2);
    await waitForUpdates();
    expect(countOnPage(sentence)).toBe(1);
  }

  it('shows the refusal of a post once, and keeps the text', async () => {
    const api = emptyApi();
    const count = serveAllowance(api, 'posts', 3);
    const sentence = refuse(api, contract.posts.create, 'posts', count);
    const { user } = renderApp('/dashboard', { api, config });
    const field = await screen.findByRole<HTMLTextAreaElement>('textbox');

    await user.type(field, 'Ahoy');
    await screen.findByText('Posts: 3 of 20 left today.');

    await user.click(screen.getByRole('button', { name: 'Post' }));
    await expectOneAlert(api, sentence);
    expect(field.value).toBe('Ahoy');
  });

  it('shows the refusal of a comment once, and keeps the text', async () => {
    const api = emptyApi().on(contract.posts.list, () => ({ posts: [samplePost(NILS)], cursor: null }));
    const count = serveAllowance(api, 'comments', 3);
    const sentence = refuse(api, contract.posts.addComment, 'comments', count);
    const { user } = renderApp('/search?tab=posts', { api, config });
    const field = await screen.findByRole<HTMLInputElement>('textbox', { name: /comment/i });

    await user.type(field, 'Ahoy');
    await screen.findByText('Comments: 3 of 60 left this hour.');

    await user.click(screen.getByRole('button', { name: 'Comment' }));
    await expectOneAlert(api, sentence);
    expect(field.value).toBe('Ahoy');
  });

  it('shows the refusal of a follow in an alert, and then in the line of allowances', async () => {
    const followResult = { following: true, followersCount: 1, followingCount: 1 };
    const api = emptyApi()
      .on(contract.users.list, () => ({ users: [NILS, GWEN], cursor: null }))
      .on(contract.users.follow, () => followResult);
    const count = serveAllowance(api, 'follows', 3);
    const { user } = renderApp('/search', { api, config });
    const getFollowButton = (name: string) => within(screen.getByRole('article', { name })).getByRole('button');

    await screen.findByRole('article', { name: 'Nils' });
    await user.click(getFollowButton('Nils'));
    await screen.findByText('Follows: 3 of 50 left today.');

    const sentence = refuse(api, contract.users.follow, 'follows', count);
    await user.click(getFollowButton('Gwen'));
    await expectOneAlert(api, sentence);

    // The next attempt removes the alert.
    api.on(contract.users.follow, () => followResult);
    await user.click(getFollowButton('Gwen'));
    const allowanceLine = await screen.findByText(sentence);

    expect(allowanceLine.closest('[role=status]')).not.toBeNull();
    expect(countOnPage(sentence)).toBe(1);
  });

  it('shows the refusal of a payment once', async () => {
    const api = emptyApi();
    const count = serveAllowance(api, 'payments', 3);
    const sentence = refuse(api, contract.payments.createPaymentIntent, 'payments', count);
    const { user } = renderApp('/payments', { api, config });
    await screen.findByText('Payments started: 3 of 10 left this hour.');

    await user.click(screen.getByRole('button', { name: 'Fill in' }));
    await user.click(screen.getByRole('button', { name: /^Pay/ }));
    await expectOneAlert(api, sentence);
  });

  it('shows the refusal of an upload once, and keeps the file name', async () => {
    const api = emptyApi().on(contract.files.findCopy, () => ({ held: false }));
    const count = serveAllowance(api, 'uploads', 3);
    const sentence = refuse(api, contract.files.upload, 'uploads', count);
    const { user } = renderApp('/upload', { api, config });

    await chooseFiles('tide.txt');
    await screen.findByText('Uploads, with pictures: 3 of 50 left today.');

    const nameField = screen.getByLabelText('File name');
    await user.clear(nameField);
    await user.type(nameField, 'Spring tide.txt');

    await user.click(screen.getByRole('button', { name: 'Upload File' }));
    await expectOneAlert(api, sentence);
    expect(screen.getByLabelText<HTMLInputElement>('File name').value).toBe('Spring tide.txt');
  });

  it('shows the refusal of several uploads in their rows and above the list', async () => {
    const api = emptyApi().on(contract.files.findCopy, () => ({ held: false }));
    const count = serveAllowance(api, 'uploads', 3);
    const sentence = refuse(api, contract.files.upload, 'uploads', count);
    const { user } = renderApp('/upload', { api, config });

    await chooseFiles('tide.txt', 'ebb.txt');
    await screen.findByText('Uploads, with pictures: 3 of 50 left today.');

    await user.click(screen.getByRole('button', { name: 'Upload 2 Files' }));
    await screen.findByRole('button', { name: 'Retry 2 files' });
    await waitForAllowanceRequests(api, 2);
    await waitForUpdates();

    // The rows can be off screen.
    expect(countOnPage(sentence)).toBe(3);
  });
});

/** Chooses files with these names in the upload form. */
async function chooseFiles(...names: string[]): Promise<void> {
  const input = await screen.findByLabelText(/drop/i, { selector: 'input[type=file]' });
  const files = names.map((name) => new File([`About ${name}`], name, { type: 'text/plain' }));
  fireEvent.change(input, { target: { files } });
}

/** Waits until the page shows the responses that have arrived. */
async function waitForUpdates(): Promise<void> {
  await act(() => new Promise((resolve) => setTimeout(resolve, 50)));
}

/** Returns how often the page contains a sentence. */
function countOnPage(sentence: string): number {
  return document.body.textContent.split(sentence).length - 1;
}

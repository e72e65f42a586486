// @vitest-environment happy-dom
/**
 * A page shows a remaining number once at most a fifth of the limit, or five actions, are left. So it shows up to 12 of
 * 60 comments, 10 of 50 follows, and 5 of 10 payments.
 */
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import type { ReactNode } from 'react';
import { describe, expect, it, vi } from 'vitest';
import { contract } from '../../../../shared/contract/contract.ts';
import type { RefusedLimit } from '../../../../shared/contract/error-params.ts';
import { emptyApi } from '../../test-support/empty-api.ts';
import { apiError } from '../../test-support/fake-api.ts';
import { CONFIG, renderApp } from '../../test-support/render-app.tsx';
import { NILS, samplePost, VIEWER } from '../../test-support/sample-data.ts';
import { serveAllowance, waitForAllowanceRequests } from '../../test-support/serve-allowance.ts';

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

const GWEN = { ...NILS, id: '33333333-0000-4000-8000-000000000000', username: 'Gwen' };

const config = { ...CONFIG, stripe: { publishableKey: 'pk_test_fathom', scriptUrl: 'about:blank#stripe' } };

/** Builds the refusal of a new member who has reached a limit. */
const buildRefusal = (limit: RefusedLimit, allowed: number, retryAfterSeconds: number) =>
  apiError({ code: 'LimitReached', params: { limit, standing: 'new', allowed }, retryAfterSeconds });

describe('comment form', () => {
  async function openForm(remaining: number) {
    const api = emptyApi().on(contract.posts.list, () => ({ posts: [samplePost(NILS)], cursor: null }));
    const count = serveAllowance(api, 'comments', remaining);
    const { user } = renderApp('/search?tab=posts', { api, config });
    const field = await screen.findByRole('textbox', { name: /comment/i });
    return { api, count, user, field };
  }

  it('shows how many comments are left while the member writes if only a few are left', async () => {
    const { api, user, field } = await openForm(3);
    await user.click(field);
    expect(api.inputsOf(contract.account.allowances)).toEqual([]);

    await user.type(field, 'Ahoy');
    await screen.findByText('Comments: 3 of 60 left this hour.');
    expect(api.inputsOf(contract.account.allowances)).toHaveLength(1);
  });

  it('shows no number while enough are left', async () => {
    const { api, user, field } = await openForm(13);
    await user.type(field, 'Ahoy');
    await waitForAllowanceRequests(api, 1);
    expect(screen.queryByText(/left this hour/)).toBeNull();
  });

  it('shows the lower number at the next comment', async () => {
    const { api, count, user, field } = await openForm(3);
    api.on(contract.posts.addComment, ({ text }) => {
      count.remaining -= 1;
      const { id: userId, username, createdAt } = VIEWER;
      return { comment: { id: 'c1', userId, username, userProfilePic: '', text, createdAt }, commentCount: 1 };
    });

    await user.type(field, 'Ahoy');
    await screen.findByText('Comments: 3 of 60 left this hour.');

    await user.click(screen.getByRole('button', { name: 'Comment' }));
    await waitFor(() => expect(screen.queryByText(/left this hour/)).toBeNull());

    await user.type(field, 'Again');
    await screen.findByText('Comments: 2 of 60 left this hour.');
  });

  it('says when to try again after a refusal', async () => {
    const sentence =
      "You've written 60 comments this hour, which is the limit for new members. You can comment again in 30 minutes.";
    const { api, user, field } = await openForm(13);
    api.fail(contract.posts.addComment, () => buildRefusal('comments', 60, 30 * 60));

    await user.type(field, 'Ahoy');
    await user.click(screen.getByRole('button', { name: 'Comment' }));

    const problem = await screen.findByText(`Your comment couldn't be posted. ${sentence}`);
    expect(problem.closest('[role=alert]')).not.toBeNull();
  });
});

describe('follow button', () => {
  const USED_UP_SENTENCE =
    /^You've followed 50 members today, which is the limit for new members\. You can follow others again/;

  /** Opens a screen for a member with this many follows left. `follow` follows the member with this name there. */
  async function openScreen(path: string, remaining: number) {
    const people = [{ ...NILS }, { ...GWEN }];
    const api = emptyApi()
      .on(contract.users.list, () => ({ users: people, cursor: null }))
      .on(contract.users.followers, () => ({ users: people, cursor: null }))
      .on(contract.account.dashboard, () => ({ profile: VIEWER, posts: [], files: [], nearby: people }));
    const count = serveAllowance(api, 'follows', remaining);

    api.on(contract.users.follow, ({ userId }) => {
      count.remaining -= 1;
      for (const person of people) person.followedByViewer ||= person.id === userId;
      return { following: true, followersCount: 1, followingCount: 1 };
    });

    const { user } = renderApp(path, { api, config });
    const follow = async (name: string) => {
      const card = within(await screen.findByRole('article', { name }));
      await user.click(card.getByRole('button', { name: 'Follow' }));
      await card.findByRole('button', { name: 'Unfollow' });
    };

    await screen.findByRole('article', { name: 'Nils' });
    return { api, count, follow, user };
  }

  it.each([
    ['in the search', '/search'],
    ['on the dashboard', '/dashboard'],
    ['in the connections', `/profile/${VIEWER.id}?tab=connections`],
  ])('shows how many follows are left after a follow %s if only a few are', async (_, path) => {
    const { api, follow } = await openScreen(path, 4);
    expect(api.inputsOf(contract.account.allowances)).toEqual([]);

    await follow('Nils');
    await screen.findByText('Follows: 3 of 50 left today.');
  });

  it('updates the number without another request', async () => {
    const { api, follow } = await openScreen('/search', 2);
    await follow('Nils');
    await screen.findByText('Follows: 1 of 50 left today.');

    await follow('Gwen');
    await screen.findByText(USED_UP_SENTENCE);
    expect(api.inputsOf(contract.account.allowances)).toHaveLength(1);
  });

  it('requests the number again if another follow succeeds before the response', async () => {
    const { api, count, follow } = await openScreen('/search', 3);
    const release = api.hold(contract.account.allowances);
    await follow('Nils');
    await waitForAllowanceRequests(api, 1);

    await follow('Gwen');
    await waitForAllowanceRequests(api, 2);
    release();
    await screen.findByText('Follows: 1 of 50 left today.');

    expect(count.remaining).toBe(1);
  });

  it('requests the number again after a refusal', async () => {
    const { api, count, follow, user } = await openScreen('/search', 4);
    await follow('Nils');
    await screen.findByText('Follows: 3 of 50 left today.');

    // The member has followed others on another device.
    count.remaining = 0;
    api.fail(contract.users.follow, () => buildRefusal('follows', 50, 3 * 3600));
    const card = within(screen.getByRole('article', { name: 'Gwen' }));
    await user.click(card.getByRole('button', { name: 'Follow' }));

    await screen.findByText(/You can follow others again in 3 hours\./);
    await waitForAllowanceRequests(api, 2);
    await waitFor(() => expect(screen.queryByText(/left today/)).toBeNull());
  });

  it('shows no number while enough are left', async () => {
    const { api, follow } = await openScreen('/search', 12);
    await follow('Nils');
    await waitForAllowanceRequests(api, 1);
    expect(screen.queryByText(/left today/)).toBeNull();

    await follow('Gwen');
    await screen.findByText('Follows: 10 of 50 left today.');
    expect(api.inputsOf(contract.account.allowances)).toHaveLength(1);
  });

  it('shows the number on the profile of a followed member', async () => {
    const api = emptyApi().on(contract.users.follow, () => ({ following: true, followersCount: 1, followingCount: 1 }));
    serveAllowance(api, 'follows', 3);
    const { user } = renderApp(`/profile/${NILS.id}`, { api, config });
    await user.click(await screen.findByRole('button', { name: 'Follow' }));
    await screen.findByText('Follows: 3 of 50 left today.');
  });

  it('requests nothing after an unfollow', async () => {
    const api = emptyApi()
      .on(contract.users.list, () => ({ users: [{ ...NILS, followedByViewer: true }], cursor: null }))
      .on(contract.users.unfollow, () => ({ following: false, followersCount: 0, followingCount: 0 }));
    serveAllowance(api, 'follows', 3);
    const { user } = renderApp('/search', { api, config });

    await user.click(await screen.findByRole('button', { name: 'Unfollow' }));
    await screen.findByRole('button', { name: 'Follow' });
    await waitFor(() => expect(api.inputsOf(contract.users.unfollow)).toHaveLength(1));

    expect(api.inputsOf(contract.account.allowances)).toEqual([]);
  });

  it('says when to try again after a refusal', async () => {
    const sentence =
      "You've followed 50 members today, which is the limit for new members. You can follow others again in 3 hours.";
    const { api, user } = await openScreen('/search', 0);
    api.fail(contract.users.follow, () => buildRefusal('follows', 50, 3 * 3600));

    const card = within(screen.getByRole('article', { name: 'Nils' }));
    await user.click(card.getByRole('button', { name: 'Follow' }));

    const problem = await screen.findByText(`That couldn't be saved. ${sentence}`);
    expect(problem.closest('[role=alert]')).not.toBeNull();
  });
});

describe('upload form', () => {
  const SHORTAGE = 'Uploads, with pictures: 12 of 50 left today. Your files need 13, so some may be refused.';

  /** Opens the upload screen for a member with 12 uploads left, and chooses this many files. */
  async function chooseFiles(fileCount: number) {
    const api = emptyApi().on(contract.files.findCopy, () => ({ held: false }));
    serveAllowance(api, 'uploads', 12);
    const { user } = renderApp('/upload', { api, config });

    const input = await screen.findByLabelText(/drop/i, { selector: 'input[type=file]' });
    const files = Array.from({ length: fileCount }, (_, index) => new File(['tide'], `${index}.txt`));
    fireEvent.change(input, { target: { files } });
    await waitForAllowanceRequests(api, 1);

    return { user };
  }

  it('warns about more files than the remaining uploads, until enough files are removed', async () => {
    const { user } = await chooseFiles(13);
    await screen.findByText(SHORTAGE);

    await user.click(screen.getByRole('button', { name: 'Remove 12.txt' }));
    expect(screen.queryByText(/left today/)).toBeNull();
  });

  it('shows no number for as many files as the remaining uploads', async () => {
    await chooseFiles(12);
    await screen.findByRole('button', { name: 'Upload 12 Files' });
    expect(screen.queryByText(/left today/)).toBeNull();
  });
});

describe('payment form', () => {
  async function openForm(remaining: number) {
    const api = emptyApi();
    const count = serveAllowance(api, 'payments', remaining);
    const { user } = renderApp('/payments', { api, config });
    const payButton = await screen.findByRole('button', { name: /^Pay/ });
    await waitForAllowanceRequests(api, 1);
    return { api, count, user, payButton };
  }

  it('shows how many payments are left if only a few are', async () => {
    await openForm(5);
    await screen.findByText('Payments started: 5 of 10 left this hour.');
  });

  it('shows no number while enough are left', async () => {
    await openForm(6);
    expect(screen.queryByText(/left this hour/)).toBeNull();
  });

  it('shows the lower number after an attempt', async () => {
    const { api, count, user, payButton } = await openForm(2);
    await screen.findByText('Payments started: 2 of 10 left this hour.');
    api.on(contract.payments.createPaymentIntent, () => {
      count.remaining -= 1;
      return { clientSecret: 'secret', paymentIntentId: 'pi_1' };
    });

    await user.click(screen.getByRole('button', { name: 'Fill in' }));
    await user.click(payButton);
    await screen.findByText('Payments started: 1 of 10 left this hour.');
    await waitForAllowanceRequests(api, 2);
  });

  it('says when to try again after a refusal', async () => {
    const sentence =
      "You've started 10 payments this hour, which is the limit for new members. You can start another in 3 minutes.";
    const { api, user, payButton } = await openForm(6);
    api.fail(contract.payments.createPaymentIntent, () => buildRefusal('payments', 10, 3 * 60));

    await user.click(screen.getByRole('button', { name: 'Fill in' }));
    await user.click(payButton);

    const problem = await screen.findByText(sentence);
    expect(problem.closest('[role=alert]')).not.toBeNull();
  });
});

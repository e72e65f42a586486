import { useMutationState } from '@tanstack/react-query';
import { Suspense } from 'react';
import { lazyDecoration } from '../../../platform/browser/lazy-decoration.ts';
import { FOLLOW } from './follow-mutation.ts';

// Loads when the member follows someone, because most visits include no follow.
const RemainingAllowance = lazyDecoration(() => import('../../../design/remaining-allowance.tsx'));

/**
 * Shows how many follows are left if only a few are. Render it once near the follow buttons of a screen.
 *
 * Requests nothing unless the member has followed someone in the last minutes. React Query forgets older follows.
 */
export function RemainingFollows() {
  const toggles = useMutationState({
    filters: { mutationKey: [FOLLOW], status: 'success' },
    select: ({ state }) => state.variables,
  });
  if (!toggles.includes(true)) return null;

  return (
    <Suspense>
      <RemainingAllowance limits={['follows']} />
    </Suspense>
  );
}

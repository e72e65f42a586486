import { useMutation, useQuery } from '@tanstack/react-query';
import { useRef } from 'react';
import { api } from '../../platform/api/api.ts';
import { runtimeConfig } from '../../platform/runtime-config.ts';
import { memberTexts } from './texts.ts';

const { dashboard } = memberTexts;

interface TestContributionProps {
  readonly userId: string;
  readonly onContributed: () => void;
}

/** Contributes 0.1 MB without a file, where the stage allows it (decision 5): shows how ascending feels. */
export function TestContribution({ userId, onContributed }: TestContributionProps) {
  const { data: config } = useQuery({ queryKey: ['runtime-config'], queryFn: runtimeConfig, staleTime: Infinity });
  const key = useRef<string>(undefined);
  const { mutate, isPending, error } = useMutation({
    mutationFn: () => {
      // An attempt that was never answered may have been counted: it is repeated, not added to.
      key.current ??= crypto.randomUUID();
      return api.account.testContribution({ userId, idempotencyKey: key.current });
    },
    onSuccess: () => {
      key.current = undefined;
      onContributed();
    },
  });
  if (!config?.testContribution) return null;
  return (
    <>
      <button
        type="button"
        className="button button--quiet button--small"
        aria-disabled={isPending}
        onClick={() => {
          if (!isPending) mutate();
        }}
      >
        {isPending ? dashboard.contributing : dashboard.contribute}
      </button>
      <div role="alert">{error && <p className="card-problem">{dashboard.contributeFailed(error.message)}</p>}</div>
    </>
  );
}

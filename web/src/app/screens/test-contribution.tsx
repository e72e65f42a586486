import { useQuery } from '@tanstack/react-query';
import { useRef } from 'react';
import { computeDepth, toMetres } from '../../../../shared/rules/depth.ts';
import { TEST_CONTRIBUTION_BYTES } from '../../../../shared/rules/limits.ts';
import { api } from '../../platform/api/api.ts';
import { runtimeConfig } from '../../platform/runtime-config.ts';
import { useAction } from '../../platform/state/use-action.ts';
import { formatRise } from '../../platform/text/format-depth.ts';
import { showToast } from '../../platform/toasts.ts';
import { memberTexts } from './texts.ts';

const { dashboard } = memberTexts;

/** The rise that one click adds: "+0.1 cm". */
const RISE = formatRise(toMetres(computeDepth({ contributedBytes: TEST_CONTRIBUTION_BYTES, purchasedCm: 0 })));

interface TestContributionProps {
  readonly userId: string;
  readonly onContributed: () => void;
}

/** A button that adds 0.1 MB without a file. Hidden in production. See docs/product.md#depth. */
export function TestContribution({ userId, onContributed }: TestContributionProps) {
  const { data: config } = useQuery({ queryKey: ['runtime-config'], queryFn: runtimeConfig, staleTime: Infinity });
  const idempotencyKey = useRef<string>(undefined);

  const { run, isBusy, error } = useAction({
    mutationFn: () => {
      // Keep the key after a failure: the request may have been counted, and repeating it must not count twice.
      idempotencyKey.current ??= crypto.randomUUID();
      return api.account.testContribution({ userId, idempotencyKey: idempotencyKey.current });
    },
    onSuccess: () => {
      idempotencyKey.current = undefined;
      showToast(dashboard.contributedRise(RISE));
      onContributed();
    },
  });

  if (!config?.testContribution) return null;
  return (
    <>
      <button type="button" className="button button--quiet button--small" aria-disabled={isBusy} onClick={() => run()}>
        {isBusy ? dashboard.contributing : dashboard.contribute}
      </button>
      <div role="alert">{error && <p className="card-problem">{dashboard.contributeFailed(error.message)}</p>}</div>
    </>
  );
}

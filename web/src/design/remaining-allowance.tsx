import { useQuery } from '@tanstack/react-query';
import type { RefusedLimit } from '../../../shared/contract/error-params.ts';
import {
  describeRemaining,
  describeShortage,
  exceedsRemaining,
  isScarce,
  type PlannedUploads,
} from '../../../shared/sentences/limit-sentences.ts';
import { ALLOWANCES } from '../platform/api/allowances.ts';
import { api } from '../platform/api/api.ts';
import { visibleAlertCount } from '../platform/browser/visible-alerts.ts';
import { useStore } from '../platform/state/store.ts';

/** The plan of a form that uploads nothing. */
const NO_UPLOADS: PlannedUploads = { fileCount: 0, uses: {} };

interface RemainingAllowanceProps {
  /** The limits that the action on screen counts towards. */
  readonly limits: readonly RefusedLimit[];
  /** Whether the member is about to act. Each time it becomes true, the component requests the allowances. */
  readonly isActive?: boolean;
  /** The files that the member is about to upload. */
  readonly plan?: PlannedUploads;
}

/**
 * Shows how much of a limit remains if only a little remains, or less than the planned uploads need. Shows nothing if
 * the request fails: the server enforces the limit anyway.
 *
 * Omits used-up limits while an alert is visible, because the alert usually says the same. Alerts must call
 * `useVisibleAlert`.
 */
export default function RemainingAllowance({ limits, isActive = true, plan = NO_UPLOADS }: RemainingAllowanceProps) {
  const { data } = useQuery({
    queryKey: ALLOWANCES,
    queryFn: ({ signal }) => api.account.allowances({}, { signal }),
    enabled: isActive,
    retry: false,
  });

  const isAlertVisible = useStore(visibleAlertCount) > 0;
  const allowances = isActive ? (data?.allowances ?? []) : [];
  const scarceAllowances = allowances.filter(
    (allowance) => limits.includes(allowance.limit) && (isScarce(allowance) || exceedsRemaining(allowance, plan)),
  );
  const visibleAllowances = scarceAllowances.filter(({ remaining }) => remaining > 0 || !isAlertVisible);

  return (
    <div role="status" className="remaining-allowance">
      {visibleAllowances.map((allowance) => (
        <p className="soft" key={allowance.limit}>
          {describeRemaining(allowance, data!.standing, Date.now())}
          {allowance.remaining > 0 &&
            exceedsRemaining(allowance, plan) &&
            ` ${describeShortage(allowance.limit, plan)}`}
        </p>
      ))}
    </div>
  );
}

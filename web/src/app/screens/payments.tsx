import type { ReactNode } from 'react';
import { SURFACE_METRES } from '../../../../shared/rules/depth.ts';
import { useUpdateOwnDepth } from '../../features/account/profile/own-profile.ts';
import { PurchaseSection } from '../../features/payments/purchase-section.tsx';
import { DepthAndLayer } from '../../ocean/depth-and-layer.tsx';
import { FullPageLoad } from '../layout/full-page-load.tsx';
import { useMember } from '../layout/member.ts';
import { PAYMENTS_PATH } from '../layout/paths.ts';
import { memberTexts } from './texts.ts';
import './payments.css';
import { RequireProfile } from '../layout/require-profile.tsx';
import { Screen } from '../layout/screen.tsx';

const { payments } = memberTexts;

/** SVG paths of the cards' icons. */
const ICONS = {
  visibility: 'M4 24c5-9 12-13 20-13s15 4 20 13c-5 9-12 13-20 13S9 33 4 24zM24 31a7 7 0 1 0 0-14 7 7 0 0 0 0 14z',
  connections:
    'M17 22a7 7 0 1 0 0-14 7 7 0 0 0 0 14zM5 39c1-8 6-12 12-12s11 4 12 12M32 21a6 6 0 1 0-2-11.500M35 28c4 1 7 5 8 11',
  progress: 'M24 40V10M12 22 24 9l12 13M8 34c3 3 6 3 9 0M31 34c3 3 6 3 9 0',
};

/** The screen at /payments. */
export default function Payments() {
  const member = useMember();
  const onDepthChange = useUpdateOwnDepth();
  const isAtSurface = (member?.profile?.depth ?? 0) >= SURFACE_METRES;

  return (
    <FullPageLoad path={PAYMENTS_PATH}>
      <Screen title={payments.title} lead={member && !isAtSurface && <p>{payments.lead}</p>}>
        <RequireProfile signIn={payments.signIn} loading={payments.loading}>
          {(profile) => (
            <PurchaseSection profile={profile} onDepthChange={onDepthChange} onRefreshDepth={() => member?.retry()}>
              <BenefitCards depth={profile.depth} />
            </PurchaseSection>
          )}
        </RequireProfile>
      </Screen>
    </FullPageLoad>
  );
}

/** Three cards with the benefits of depth. */
function BenefitCards({ depth }: { depth: number }) {
  const { visibility, connections, progress } = payments.benefits;

  return (
    <ul className="card-row reasons">
      <BenefitCard icon={ICONS.visibility} title={visibility.title}>
        <p>{visibility.text}</p>
      </BenefitCard>
      <BenefitCard icon={ICONS.connections} title={connections.title}>
        <p>{connections.text}</p>
      </BenefitCard>
      <BenefitCard icon={ICONS.progress} title={progress.title}>
        <p>
          {progress.text} <DepthAndLayer metres={depth} />
        </p>
      </BenefitCard>
    </ul>
  );
}

function BenefitCard({ icon, title, children }: { icon: string; title: string; children: ReactNode }) {
  return (
    <li>
      <svg viewBox="0 0 48 48" aria-hidden="true">
        <path d={icon} />
      </svg>
      <h2>{title}</h2>
      {children}
    </li>
  );
}

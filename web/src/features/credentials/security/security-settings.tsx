import { ErrorPanel } from '../../../design/error-panel.tsx';
import { Skeleton } from '../../../design/skeleton.tsx';
import { ChangePasswordSection } from './change-password-section.tsx';
import { DevicesSection } from './devices-section.tsx';
import { EmailSection } from './email-section.tsx';
import './security.css';
import { useSignInSettings } from './sign-in-settings.ts';
import { texts } from './texts.ts';
import { TwoStepSection } from './two-step-section.tsx';

/** The sign-in settings: email, password, second step, and devices. See docs/product.md#accounts. */
export function SecuritySettings() {
  const { data: settings, error, refetch } = useSignInSettings();

  if (!settings) {
    if (!error) return <Skeleton label={texts.loading} shape="posts" />;
    return <ErrorPanel text={texts.loadFailed(error.message)} onRetry={() => void refetch()} />;
  }

  return (
    <div className="security">
      <EmailSection settings={settings} />
      <ChangePasswordSection email={settings.email} />
      <TwoStepSection settings={settings} />
      <DevicesSection devices={settings.devices} />
    </div>
  );
}

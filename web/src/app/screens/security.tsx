import { SecuritySettings } from '../../features/credentials/security/security-settings.tsx';
import { RequireProfile } from '../layout/require-profile.tsx';
import { Screen } from '../layout/screen.tsx';
import { memberTexts } from './texts.ts';

const { security } = memberTexts;

/** The screen at /settings/security. */
export default function Security() {
  return (
    <Screen title={security.title} lead={<p>{security.lead}</p>} className="screen--form">
      <RequireProfile signIn={security.signIn}>{() => <SecuritySettings />}</RequireProfile>
    </Screen>
  );
}

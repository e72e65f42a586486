import { useLocation, useNavigate } from 'react-router-dom';
import { Link } from '../../design/link.tsx';
import { ForgotPasswordForm } from '../../features/credentials/sign-in/forgot-password-form.tsx';
import type { PasswordReset } from '../../features/credentials/sign-in/new-password-form.tsx';
import { texts } from '../../features/credentials/texts.ts';
import '../../design/amplify-theme.ts';
import type { LoginNoticeState } from '../layout/paths.ts';
import { Screen } from '../layout/screen.tsx';
import { visitorTexts } from './texts.ts';

const { forgotPassword } = visitorTexts;

/** Router state for /forgot-password. It survives a reload, and Back returns to the first step. */
interface ForgotPasswordState extends LoginNoticeState {
  readonly reset?: PasswordReset;
}

/** The screen at /forgot-password. */
export default function ForgotPassword() {
  const { reset, ...state } = (useLocation().state ?? {}) as ForgotPasswordState;
  const navigate = useNavigate();

  const openLogin = () => navigate('/login', { state: { ...state, passwordSet: true } satisfies LoginNoticeState });
  const openCodeStep = (nextReset: PasswordReset) =>
    navigate('/forgot-password', { state: { ...state, reset: nextReset } satisfies ForgotPasswordState });

  return (
    <Screen
      title={forgotPassword.title}
      lead={<p>{reset ? forgotPassword.codeLead : forgotPassword.lead}</p>}
      description={forgotPassword.description}
      className="screen--narrow"
    >
      <ForgotPasswordForm reset={reset} onCode={openCodeStep} onReset={openLogin} />
      <p className="form__other">
        <Link to="/login" state={state}>
          {texts.backToLogin}
        </Link>
      </p>
    </Screen>
  );
}

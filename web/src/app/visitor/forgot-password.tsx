import { Link, useLocation, useNavigate } from 'react-router-dom';
import { ForgotPasswordForm } from '../../features/account/credentials/forgot-password-form.tsx';
import { texts as account } from '../../features/account/texts.ts';
import '../layout/amplify-theme.ts';
import type { PasswordSetState } from '../layout/paths.ts';
import { Screen } from '../layout/screen.tsx';
import { visitorTexts } from './texts.ts';

const { forgotPassword } = visitorTexts;

/** /forgot-password */
export default function ForgotPassword() {
  const { state } = useLocation();
  const navigate = useNavigate();
  const toLogin = () => navigate('/login', { state: { ...state, passwordSet: true } satisfies PasswordSetState });
  return (
    <Screen title={forgotPassword.title} lead={<p>{forgotPassword.lead}</p>} className="screen--narrow">
      <div className="panel panel--padded">
        <ForgotPasswordForm onReset={toLogin} />
        <p className="form__other">
          <Link to="/login" state={state}>
            {account.backToLogin}
          </Link>
        </p>
      </div>
    </Screen>
  );
}

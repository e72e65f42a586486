import { useLocation, useNavigate } from 'react-router-dom';
import { Link } from '../../design/link.tsx';
import { ForgotPasswordForm } from '../../features/credentials/sign-in/forgot-password-form.tsx';
import { texts } from '../../features/credentials/texts.ts';
import '../layout/amplify-theme.ts';
import type { LoginNewsState } from '../layout/paths.ts';
import { Screen } from '../layout/screen.tsx';
import { visitorTexts } from './texts.ts';

const { forgotPassword } = visitorTexts;

/** /forgot-password */
export default function ForgotPassword() {
  const { state } = useLocation();
  const navigate = useNavigate();
  const toLogin = () => navigate('/login', { state: { ...state, passwordSet: true } satisfies LoginNewsState });
  return (
    <Screen
      title={forgotPassword.title}
      lead={<p>{forgotPassword.lead}</p>}
      description={forgotPassword.description}
      className="screen--narrow"
    >
      <ForgotPasswordForm onReset={toLogin} />
      <p className="form__other">
        <Link to="/login" state={state}>
          {texts.backToLogin}
        </Link>
      </p>
    </Screen>
  );
}

import { useLocation } from 'react-router-dom';
import { FormSuccess } from '../../design/form-result.tsx';
import { Link } from '../../design/link.tsx';
import { LoginForm } from '../../features/credentials/sign-in/login-form.tsx';
import { texts } from '../../features/credentials/texts.ts';
import type { LoginNoticeState } from '../layout/paths.ts';
import '../../design/amplify-theme.ts';
import { Screen } from '../layout/screen.tsx';
import { visitorTexts } from './texts.ts';

const { login: screen } = visitorTexts;

/** The screen at /login. */
export default function Login() {
  const { state } = useLocation();

  return (
    <Screen
      title={screen.title}
      lead={<p>{screen.lead}</p>}
      description={screen.description}
      className="screen--narrow"
    >
      <FormSuccess className="login__news" text={describeNotice(state)} />
      <LoginForm />
      <p className="form__other">
        <Link to="/forgot-password" state={state}>
          {texts.forgotPassword}
        </Link>
      </p>
      <p className="form__other">
        {texts.needAccount}{' '}
        <Link to="/register" state={state}>
          {texts.registerLink}
        </Link>
      </p>
    </Screen>
  );
}

function describeNotice(state: LoginNoticeState | null): string | undefined {
  if (state?.passwordSet) return texts.passwordSet;
  return state?.signedOutEverywhere ? texts.signedOutEverywhere : undefined;
}

import { Link, useLocation } from 'react-router-dom';
import { FormSuccess } from '../../features/account/credentials/form-result.tsx';
import { LoginForm } from '../../features/account/credentials/login-form.tsx';
import { texts as account } from '../../features/account/texts.ts';
import type { PasswordSetState } from '../layout/paths.ts';
import '../layout/amplify-theme.ts';
import { Screen } from '../layout/screen.tsx';
import { visitorTexts } from './texts.ts';

/** /login */
export default function Login() {
  const { state } = useLocation();
  return (
    <Screen title={visitorTexts.login.title} lead={<p>{visitorTexts.login.lead}</p>} className="screen--narrow">
      <div className="panel panel--padded">
        <FormSuccess
          className="login__news"
          text={(state as PasswordSetState | null)?.passwordSet ? account.passwordSet : undefined}
        />
        <LoginForm />
        <p className="form__other">
          <Link to="/forgot-password" state={state}>
            {account.forgot}
          </Link>
        </p>
        <p className="form__other">
          {account.needAccount}{' '}
          <Link to="/register" state={state}>
            {account.registerLink}
          </Link>
        </p>
      </div>
    </Screen>
  );
}

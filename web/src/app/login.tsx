import { Link, useLocation } from 'react-router-dom';
import { LoginForm } from '../features/account/login-form.tsx';
import { texts as account } from '../features/account/texts.ts';
import './amplify.ts';
import { Screen } from './screen.tsx';
import { visitorTexts } from './visitor-texts.ts';

/** /login */
export default function Login() {
  const { state } = useLocation();
  return (
    <Screen title={visitorTexts.login.title} lead={<p>{visitorTexts.login.lead}</p>} className="screen--narrow">
      <div className="panel panel--padded">
        <LoginForm />
        <p className="form__other">
          {account.needAccount}{' '}
          <Link to="/register" state={state}>
            {account.toRegister}
          </Link>
        </p>
      </div>
    </Screen>
  );
}

import { Link, useLocation } from 'react-router-dom';
import { RegisterForm } from '../../features/account/credentials/register-form.tsx';
import { texts as account } from '../../features/account/texts.ts';
import '../layout/amplify-theme.ts';
import { Screen } from '../layout/screen.tsx';
import { visitorTexts } from './texts.ts';

/** /register */
export default function Register() {
  const { state } = useLocation();
  return (
    <Screen title={visitorTexts.register.title} lead={<p>{visitorTexts.register.lead}</p>} className="screen--narrow">
      <div className="panel panel--padded">
        <RegisterForm />
        <p className="form__other">
          {account.haveAccount}{' '}
          <Link to="/login" state={state}>
            {account.loginLink}
          </Link>
        </p>
      </div>
    </Screen>
  );
}

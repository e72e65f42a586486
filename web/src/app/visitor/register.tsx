import { useLocation } from 'react-router-dom';
import { Link } from '../../design/link.tsx';
import { RegisterForm } from '../../features/credentials/sign-in/register-form.tsx';
import { texts } from '../../features/credentials/texts.ts';
import '../../design/amplify-theme.ts';
import { Screen } from '../layout/screen.tsx';
import { visitorTexts } from './texts.ts';

const { register: screen } = visitorTexts;

/** The screen at /register. */
export default function Register() {
  const { state } = useLocation();

  return (
    <Screen
      title={screen.title}
      lead={<p>{screen.lead}</p>}
      description={screen.description}
      className="screen--narrow"
    >
      <RegisterForm />
      <p className="form__other">
        {texts.haveAccount}{' '}
        <Link to="/login" state={state}>
          {texts.logInLink}
        </Link>
      </p>
    </Screen>
  );
}

import { useLocation } from 'react-router-dom';
import { Link } from '../../design/link.tsx';
import { texts } from './texts.ts';

/** Replaces a screen after the session has ended. Its link leads to the login, which returns here. */
export function SignedOutPrompt({ text }: { text: string }) {
  const { pathname, search } = useLocation();
  return (
    <div className="panel panel--padded prompt" role="alert">
      <p>{text}</p>
      <p className="soft">{texts.sessionEnded}</p>
      <Link className="button" to="/login" state={{ from: pathname + search }}>
        {texts.signIn}
      </Link>
    </div>
  );
}

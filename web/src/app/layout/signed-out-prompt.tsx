import { Link, useLocation } from 'react-router-dom';
import { texts } from './texts.ts';

/** Stands in for a screen whose session has ended; signing in leads back to it. */
export function SignedOutPrompt({ text }: { text: string }) {
  const { pathname, search } = useLocation();
  return (
    <div className="panel panel--padded prompt" role="alert">
      <p>{text}</p>
      <Link className="button" to="/login" state={{ from: pathname + search }}>
        {texts.signIn}
      </Link>
    </div>
  );
}

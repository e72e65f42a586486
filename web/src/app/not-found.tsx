import { Link } from 'react-router-dom';
import { Screen } from './screen.tsx';
import { texts } from './texts.ts';

const { notFound } = texts;

/** Every other address. */
export default function NotFound() {
  return (
    <Screen title={notFound.title} className="screen--narrow not-found" lead={<p>{notFound.text}</p>}>
      <Link className="button" to="/">
        {notFound.back}
      </Link>
    </Screen>
  );
}

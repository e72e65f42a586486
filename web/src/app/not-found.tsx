import { Link } from 'react-router-dom';
import { Screen } from './screen.tsx';
import { visitorTexts } from './visitor-texts.ts';

const { notFound } = visitorTexts;

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

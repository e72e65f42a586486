import { useEffect } from 'react';
import { useLocation } from 'react-router-dom';
import { visitorTexts } from './app/visitor/texts.ts';

const { descriptions } = visitorTexts;

/** Describes the screen at the present address to search engines: those that everybody can see each have a text. */
export function PageDescription() {
  const { pathname } = useLocation();
  useEffect(() => {
    const text = descriptions.screens[pathname as keyof typeof descriptions.screens] ?? descriptions.product;
    document.querySelector('meta[name="description"]')?.setAttribute('content', text);
  }, [pathname]);
  return null;
}

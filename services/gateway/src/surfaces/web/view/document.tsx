import type { ComponentChildren } from 'preact';
import { FAVICON, STYLESHEET } from '../assets/assets';

interface Props {
  title: string;
  children: ComponentChildren;
}

/** The HTML around every page. */
export const Document = ({ title, children }: Props) => (
  <html lang="en">
    <head>
      <meta charset="utf-8" />
      <meta name="viewport" content="width=device-width, initial-scale=1" />
      <title>{`${title} · Parcelyard`}</title>
      <link rel="icon" href={FAVICON.path} type={FAVICON.type} />
      <link rel="stylesheet" href={STYLESHEET.path} />
    </head>
    <body>
      <a class="skip-link" href="#content">
        Skip to content
      </a>
      {children}
    </body>
  </html>
);

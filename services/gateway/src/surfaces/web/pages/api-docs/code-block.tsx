import { LANGUAGE_NAMES, LANGUAGES, type Language } from './snippets/languages';

interface CodeBlockProps {
  /** Anchor and name for tests: `createOrder-python`. */
  id: string;
  /** What it does, read out. */
  label: string;
  /** Absent: it is the same whatever language is chosen. */
  language?: Language;
  children: string;
}

/** Code to copy as it stands: one click selects all of it. */
export const CodeBlock = ({ id, label, language, children }: CodeBlockProps) => (
  <figure id={id} class={language ? `code-block in-${language}` : 'code-block'} aria-label={label}>
    {language && <figcaption>{LANGUAGE_NAMES[language]}</figcaption>}
    <pre class="snippet">
      <code>{children}</code>
    </pre>
  </figure>
);

interface CodeInLanguagesProps {
  /** What the ids of the blocks begin with. */
  name: string;
  label: string;
  code: Readonly<Record<Language, string>>;
}

/** The same in every language. */
export const CodeInLanguages = ({ name, label, code }: CodeInLanguagesProps) => (
  <>
    {LANGUAGES.map((language) => (
      <CodeBlock
        key={language}
        id={`${name}-${language}`}
        label={`${label}, ${LANGUAGE_NAMES[language]}`}
        language={language}
      >
        {code[language]}
      </CodeBlock>
    ))}
  </>
);

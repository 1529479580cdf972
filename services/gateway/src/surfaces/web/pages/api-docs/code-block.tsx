import { LANGUAGE_NAMES, type Language } from './languages';

interface CodeBlockProps {
  /** The anchor, also used by tests: `createOrder-python`. */
  id: string;
  /** The accessible name of the block. */
  label: string;
  /** The language of the code. Absent when the code is the same in every language. */
  language?: Language;
  children: string;
}

/** Code to copy; one click selects the whole block. */
export const CodeBlock = ({ id, label, language, children }: CodeBlockProps) => (
  <figure id={id} class={language ? `code-block in-${language}` : 'code-block'} aria-label={label}>
    {language && <figcaption>{LANGUAGE_NAMES[language]}</figcaption>}
    <pre class="snippet">
      <code>{children}</code>
    </pre>
  </figure>
);

interface CodeInLanguagesProps {
  /** Prefix of the blocks' ids. */
  name: string;
  label: string;
  code: Readonly<Partial<Record<Language, string>>>;
}

export const CodeInLanguages = ({ name, label, code }: CodeInLanguagesProps) => (
  <>
    {(Object.entries(code) as [Language, string][]).map(([language, text]) => (
      <CodeBlock
        key={language}
        id={`${name}-${language}`}
        label={`${label}, ${LANGUAGE_NAMES[language]}`}
        language={language}
      >
        {text}
      </CodeBlock>
    ))}
  </>
);

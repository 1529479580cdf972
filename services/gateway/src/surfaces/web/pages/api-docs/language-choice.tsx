import { LANGUAGE_NAMES, type Language } from './languages';

/** Chooses the language of all code on the page. The style sheet hides the others; very old browsers show them all. */
export const LanguageChoice = ({ languages }: { languages: readonly Language[] }) => (
  <fieldset class="language-choice">
    <legend class="visually-hidden">Language of the examples</legend>
    {languages.map((language, index) => (
      <label key={language}>
        <input type="radio" name="language" id={`show-${language}`} value={language} checked={index === 0} />
        {LANGUAGE_NAMES[language]}
      </label>
    ))}
  </fieldset>
);

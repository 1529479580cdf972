import { LANGUAGE_NAMES, LANGUAGES } from './snippets/languages';

/** Chooses the language of the whole page; the style sheet hides the others. Very old browsers show all. */
export const LanguageChoice = () => (
  <fieldset class="language-choice">
    <legend class="visually-hidden">Language of the examples</legend>
    {LANGUAGES.map((language, index) => (
      <label key={language}>
        <input type="radio" name="language" id={`show-${language}`} value={language} checked={index === 0} />
        {LANGUAGE_NAMES[language]}
      </label>
    ))}
  </fieldset>
);

/** A Jest transform for files that the bundler embeds as text: the module exports the text. */
export default {
  process: (text) => ({ code: `module.exports = ${JSON.stringify(text)};` }),
};

import { refusalsOf, type PluginErrors } from '@recado/sdk'

/** Refusal codes of the plugin beside core's. */
export const errors = {
  ERR_AI_UNSET: { status: 422, when: 'No key and no address of a provider are set.' },
  ERR_AI_NO_PLUGIN: {
    status: 422,
    when: 'Another plugin is to answer, and the company has none that provides models.',
  },
  ERR_AI_KEY: { status: 502, when: 'The provider refuses the key.' },
  ERR_AI_MODEL: { status: 502, when: 'The provider does not know the model, or not any more.' },
  ERR_AI_QUOTA: { status: 502, when: 'The account at the provider is used up.' },
  ERR_AI_BUSY: { status: 503, when: 'The provider limits the rate of questions, or is overloaded.' },
  ERR_AI_UNREACHABLE: { status: 502, when: 'The provider does not answer, or the answer was cut.' },
  ERR_AI_ANSWER: { status: 502, when: 'The provider answered what cannot be read.' },
  ERR_AI_TOO_LONG: { status: 422, when: 'The text is longer than the model reads.' },
  ERR_AI_UNABLE: { status: 422, when: 'The provider has no such ability: transcription, or vectors of texts.' },
  ERR_AI_IMAGES: { status: 422, when: 'The model does not look at images.' },
  ERR_AI_AUDIO: { status: 422, when: 'The model does not write recordings out, or does nothing but that.' },
  ERR_AI_BUDGET: { status: 422, when: "The company's budget of the day or the month is used up." },
  ERR_AI_OFF: { status: 422, when: 'The company has not switched this assistance on.' },
  ERR_AI_TEXT_REQUIRED: { status: 422, when: 'There is nothing to rewrite.' },
  ERR_PROMPT_FUNCTIONS: { status: 422, when: 'The model of the prompt has no functions.' },
  ERR_PROMPT_PRICE: { status: 422, when: 'A conversation may cost so much, and the model of the prompt has no price.' },
  ERR_NO_PROMPT_FOUND: { status: 404, when: 'No such prompt, or no such version of it.' },
  ERR_NO_TEST_RUN_FOUND: { status: 404, when: 'No such run of a test set.' },
  ERR_NO_TEST_QUESTIONS: { status: 422, when: 'The prompt has no test questions.' },
  ERR_PROMPT_LIMIT: { status: 409, when: 'The company has a hundred prompts already.' },
  ERR_PROMPT_EXISTS: { status: 409, when: 'The company has a prompt of this name already.' },
} as const satisfies PluginErrors

/** Refuses with these codes, and with core's. */
export const refusal = refusalsOf(errors)

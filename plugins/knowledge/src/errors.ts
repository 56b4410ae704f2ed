import { refusalsOf, type PluginErrors } from '@recado/sdk'

/** Refusal codes of the plugin beside core's. */
export const errors = {
  ERR_NO_ARTICLE_FOUND: { status: 404, when: 'No such article, or none that the user may read.' },
  ERR_ARTICLE_EXISTS: { status: 409, when: 'There is an article of this title in this language already.' },
  ERR_ARTICLE_CHANGED: { status: 409, when: 'Somebody saved the article since it was opened.' },
  ERR_ARTICLE_LIMIT: { status: 409, when: 'The company has ten thousand articles already.' },
} as const satisfies PluginErrors

/** Refuses with these codes, and with core's. */
export const refusal = refusalsOf(errors)

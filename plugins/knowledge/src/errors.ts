import { refusalsOf, type PluginErrors } from '@recado/sdk'

/** Refusal codes of the plugin beside core's. */
export const errors = {
  ERR_NO_ARTICLE_FOUND: { status: 404, when: 'No such article, or none that the user may read.' },
  ERR_ARTICLE_EXISTS: { status: 409, when: 'There is an article of this title in this language already.' },
  ERR_ARTICLE_CHANGED: { status: 409, when: 'Somebody saved the article since it was opened.' },
  ERR_ARTICLE_LIMIT: { status: 409, when: 'The company has ten thousand articles already.' },
  ERR_PICTURE_LIMIT: { status: 409, when: 'The company has twenty thousand pictures already.' },
  ERR_WEBSITE_UNREACHED: {
    status: 422,
    when: 'The website cannot be reached, answers with an error, or with far too much.',
  },
  ERR_WEBSITE_FORBIDDEN: { status: 422, when: 'The robots.txt of the website does not allow this address to be read.' },
  ERR_WEBSITE_MOVED: { status: 422, when: 'The page leads to another website.' },
  ERR_WEBSITE_NO_PAGE: { status: 422, when: 'At the address is neither a page of HTML nor a sitemap with pages.' },
  ERR_WEBSITE_PAGE_SIZE: { status: 422, when: 'The page is larger than two megabytes.' },
} as const satisfies PluginErrors

/** Refuses with these codes, and with core's. */
export const refusal = refusalsOf(errors)

import { longestBody } from '../../articles/article.ts'
import { titleOf, UnreadableFile, type FileArticle } from './file-article.ts'
import { partsOf } from './parts.ts'

/** A page of a website, as the server has read it. */
export interface SitePage {
  readonly address: string
  readonly html: string
}

/**
 * The article that a page of a website is; several where it is longer than one may be. Without a title it is called by
 * its address.
 * @throws UnreadableFile `empty` where it has no text
 */
export async function articlesOfPage({ address, html }: SitePage): Promise<readonly FileArticle[]> {
  const { markdownOfHtml } = await import('./markdown-tree.ts')
  const { title, body, language } = await markdownOfHtml(html, address)
  if (body === '') throw new UnreadableFile('empty')
  const whole = {
    title: titleOf(title, titleOf(address, address)),
    body,
    source: address,
    ...(language && { language }),
  }
  return partsOf(whole, longestBody)
}

import type { Locale } from '@recado/sdk'

/** Languages of a header such as `es-AR,es;q=0.9,en;q=0.8`, the best first. */
function accepted(header: string): string[] {
  return header
    .slice(0, 500)
    .split(',')
    .map((part) => {
      const [language = '', ...more] = part
        .trim()
        .toLowerCase()
        .split(/\s*;\s*/)
      const quality = more.find((each) => each.startsWith('q='))
      return { language, quality: quality === undefined ? 1 : Number(quality.slice(2)) || 0 }
    })
    .filter(({ language, quality }) => language !== '' && quality > 0)
    .toSorted((a, b) => b.quality - a.quality)
    .map(({ language }) => language)
}

const base = (language: string): string => language.toLowerCase().split('-', 1)[0]!

/**
 * The language of a page, of those that there are articles in: the one asked for, else the best one that the reader's
 * browser accepts, else the company's, else the first.
 */
export function pageLanguage(
  offered: readonly Locale[],
  {
    asked,
    accepts,
    company,
  }: { readonly asked: string | undefined; readonly accepts: string; readonly company: Locale },
): Locale {
  const wanted = [...(asked === undefined ? [] : [asked]), ...accepted(accepts), company]
  for (const language of wanted) {
    const found = offered.find((each) => base(each) === base(language))
    if (found) return found
  }
  return offered[0] ?? company
}

import { useErrorText, useWords } from '@recado/sdk/ui'
import { languages, largestImport, mostImported, type ArticleDraft } from '../articles/article.ts'
import type { FileArticle } from './files/file-article.ts'
import { useImportArticles } from './use-articles.ts'

/** A file, or an article of one, that was not imported, and why. */
export interface NotImported {
  readonly name: string
  readonly reason: string
}

/** What became of what was imported. */
export interface ImportOutcome {
  /** Articles that were written. */
  readonly created: number
  readonly refused: readonly NotImported[]
}

/** A language that an article may be in. */
export type Language = ArticleDraft['language']

/** A language by its whole name, else by its first part (`pt`, `en-US`), else `otherwise`. */
export function languageOf(text: string | undefined, otherwise: Language): Language {
  const name = text?.trim().toLowerCase().replace('_', '-')
  const partOf = (whole: string | undefined): string | undefined => whole?.split('-', 1)[0]
  return (
    languages.find((known) => known.toLowerCase() === name) ??
    languages.find((known) => partOf(known) === partOf(name)) ??
    otherwise
  )
}

/** So much of a call is left to what stands around its articles. */
const room = largestImport - 64 * 1_024

/** Articles in portions that one call may bring, by their number and by their size. */
function portionsOf(articles: readonly ArticleDraft[]): ArticleDraft[][] {
  const portions: ArticleDraft[][] = []
  let size = Infinity
  for (const article of articles) {
    const bytes = new TextEncoder().encode(JSON.stringify(article)).length
    if (size + bytes > room || portions.at(-1)!.length === mostImported) {
      portions.push([])
      size = 0
    }
    portions.at(-1)!.push(article)
    size += bytes
  }
  return portions
}

/** Writes what was read as drafts for the team; what it leaves open is in the language of who imports. */
export function useSaveDrafts(): (articles: readonly FileArticle[]) => Promise<ImportOutcome> {
  const { i18n } = useWords()
  const textOf = useErrorText()
  const save = useImportArticles()
  const language = languageOf(i18n.language, 'pt-BR')
  const draftOf = ({ title, body, category = '', language: named, source }: FileArticle): ArticleDraft => ({
    title,
    body,
    category,
    language: languageOf(named, language),
    audience: 'team',
    isPublished: false,
    source: source ?? null,
  })
  return async (articles) => {
    const refused: NotImported[] = []
    let created = 0
    for (const portion of portionsOf(articles.map(draftOf))) {
      const written = await save.mutateAsync(portion)
      created += written.created
      for (const { at, code } of written.refused) refused.push({ name: portion[at]!.title, reason: textOf(code) })
    }
    return { created, refused }
  }
}

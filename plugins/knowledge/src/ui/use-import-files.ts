import { useErrorText, useWords } from '@recado/sdk/ui'
import { useState } from 'react'
import { languages, largestImport, mostImported, type ArticleDraft } from '../articles/article.ts'
import { UnreadableFile, type FileArticle } from './files/file-article.ts'
import { articlesOfFile } from './files/read-file.ts'
import { useImportArticles } from './use-articles.ts'

/** A file, or an article of one, that was not imported, and why. */
export interface NotImported {
  readonly name: string
  readonly reason: string
}

/** What became of files. */
export interface ImportOutcome {
  /** Articles that were written. */
  readonly created: number
  readonly refused: readonly NotImported[]
}

export interface FileImport {
  /** The file that is read, while there is one. */
  readonly progress: { readonly of: number; readonly at: number } | undefined
  run(files: readonly File[]): Promise<ImportOutcome>
}

type Language = ArticleDraft['language']
const languageOf = (text: string | undefined, otherwise: Language): Language =>
  languages.find((known) => known.toLowerCase() === text?.toLowerCase()) ?? otherwise

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

/** Reads files in the browser, one after the other, and writes what they hold as drafts. */
export function useImportFiles(): FileImport {
  const { t, i18n } = useWords()
  const textOf = useErrorText()
  const save = useImportArticles()
  const [progress, setProgress] = useState<FileImport['progress']>()
  const language = languageOf(i18n.language, 'pt-BR')
  const draftOf = ({ title, body, category = '', language: named }: FileArticle): ArticleDraft => ({
    title,
    body,
    category,
    language: languageOf(named, language),
    audience: 'team',
    isPublished: false,
  })
  const importFile = async (file: File): Promise<ImportOutcome> => {
    const refused: NotImported[] = []
    let created = 0
    for (const portion of portionsOf((await articlesOfFile(file)).map(draftOf))) {
      const written = await save.mutateAsync(portion)
      created += written.created
      for (const { at, code } of written.refused) refused.push({ name: portion[at]!.title, reason: textOf(code) })
    }
    return { created, refused }
  }
  return {
    progress,
    async run(files) {
      const refused: NotImported[] = []
      let created = 0
      for (const [at, file] of files.entries()) {
        setProgress({ of: files.length, at: at + 1 })
        try {
          const read = await importFile(file)
          created += read.created
          refused.push(...read.refused)
        } catch (error) {
          const reason = error instanceof UnreadableFile ? t(`import.reasons.${error.reason}`) : textOf(error)
          refused.push({ name: file.name, reason })
        }
      }
      setProgress(undefined)
      return { created, refused }
    },
  }
}

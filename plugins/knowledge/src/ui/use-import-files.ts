import { useErrorText, useWords } from '@recado/sdk/ui'
import { useState } from 'react'
import { UnreadableFile } from './files/file-article.ts'
import { articlesOfFile } from './files/read-file.ts'
import { useSaveDrafts, type ImportOutcome, type NotImported } from './use-save-drafts.ts'

export interface FileImport {
  /** The file that is read, while there is one. */
  readonly progress: { readonly of: number; readonly at: number } | undefined
  run(files: readonly File[]): Promise<ImportOutcome>
}

/** Reads files in the browser, one after the other, and writes what they hold as drafts. */
export function useImportFiles(): FileImport {
  const { t } = useWords()
  const textOf = useErrorText()
  const save = useSaveDrafts()
  const [progress, setProgress] = useState<FileImport['progress']>()
  return {
    progress,
    async run(files) {
      const refused: NotImported[] = []
      let created = 0
      for (const [at, file] of files.entries()) {
        setProgress({ of: files.length, at: at + 1 })
        try {
          const read = await save(await articlesOfFile(file))
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

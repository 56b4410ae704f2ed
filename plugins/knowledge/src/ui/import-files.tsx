import { Button, Icon, toast, useErrorText, useWords } from '@recado/sdk/ui'
import { useRef, useState } from 'react'
import { longestBody } from '../articles/article.ts'
import { useSaveArticle } from './use-articles.ts'

const locales = ['pt-BR', 'en', 'es', 'ru'] as const

/** The first heading of a text is its title, else the file's name. */
function articleOf(name: string, text: string): { title: string; body: string } {
  const [, heading] = /^\s*#\s+(.+)$/m.exec(text) ?? []
  const title = (heading ?? name.replace(/\.[^.]+$/, '')).trim().slice(0, 200) || name
  return { title, body: heading === undefined ? text : text.replace(/^\s*#\s+.+\n?/m, '') }
}

/** Markdown and text files become drafts, one after the other; what is refused is named with the reason. */
export function ImportFiles() {
  const { t, i18n } = useWords()
  const textOf = useErrorText()
  const save = useSaveArticle()
  const input = useRef<HTMLInputElement>(null)
  const [done, setDone] = useState<{ readonly of: number; readonly at: number }>()
  const language = locales.find((locale) => locale === i18n.language) ?? 'pt-BR'
  const read = async (files: readonly File[]): Promise<void> => {
    let written = 0
    for (const [at, file] of files.entries()) {
      setDone({ of: files.length, at: at + 1 })
      try {
        const { title, body } = articleOf(file.name, await file.text())
        if (body.length > longestBody) throw new Error(t('import.tooLong', { name: file.name }))
        await save.mutateAsync({
          revision: 0,
          article: { title, body, category: '', language, audience: 'team', isPublished: false },
        })
        written += 1
      } catch (error) {
        toast.error(`${file.name}: ${error instanceof Error && error.name === 'Error' ? error.message : textOf(error)}`)
      }
    }
    setDone(undefined)
    if (written > 0) toast.success(t('import.done', { count: written }))
  }
  return (
    <>
      <input
        ref={input}
        type="file"
        hidden
        multiple
        accept=".md,.markdown,.txt,text/markdown,text/plain"
        onChange={({ target }) => {
          void read([...(target.files ?? [])])
          target.value = ''
        }}
      />
      <Button
        icon={<Icon name="file-text" size={16} />}
        busy={done !== undefined}
        onClick={() => input.current?.click()}
      >
        {done ? t('import.progress', done) : t('import.run')}
      </Button>
    </>
  )
}

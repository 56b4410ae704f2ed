import {
  Field,
  FormDialog,
  Input,
  Select,
  Switch,
  Textarea,
  toast,
  useErrorText,
  useFieldErrors,
  useWords,
} from '@recado/sdk/ui'
import { useRef, useState } from 'react'
import { languages, longestBody, type Article, type ArticleDraft } from '../articles/article.ts'
import { InsertPicture } from './insert-picture.tsx'
import { useSaveArticle } from './use-articles.ts'
import { Versions } from './versions.tsx'

const audiences = ['team', 'customers'] as const

/** An article while it is written; what is refused stays as it was entered. */
export function ArticleEditor({ article, onClose }: { article: Article | undefined; onClose(): void }) {
  const { t, i18n } = useWords()
  const textOf = useErrorText()
  const fieldErrors = useFieldErrors()
  const save = useSaveArticle()
  const [opened] = useState(article)
  const [given] = useState<ArticleDraft>({
    title: article?.title ?? '',
    body: article?.body ?? '',
    category: article?.category ?? '',
    language: article?.language ?? languages.find((locale) => locale === i18n.language) ?? 'pt-BR',
    audience: article?.audience ?? 'team',
    isPublished: article?.isPublished ?? false,
    source: article?.source ?? null,
  })
  const [draft, setDraft] = useState(given)
  const [tries, setTries] = useState(0)
  const issues = save.error ? fieldErrors(save.error) : {}
  const change = (part: Partial<ArticleDraft>): void => setDraft((before) => ({ ...before, ...part }))
  const text = useRef<HTMLTextAreaElement>(null)
  /** Puts a text in at the cursor, or at the end where the field was never entered. */
  const insert = (words: string): void => {
    const at = text.current?.selectionEnd ?? draft.body.length
    setDraft((before) => ({ ...before, body: `${before.body.slice(0, at)}${words}${before.body.slice(at)}` }))
  }
  const isMissing = draft.title.trim() === ''
  const names = new Intl.DisplayNames([i18n.language], { type: 'language' })
  const submit = (): void => {
    setTries(tries + 1)
    if (isMissing || save.isPending) return
    save.mutate(
      { ...(opened && { id: opened.id }), revision: opened?.revision ?? 0, article: draft },
      {
        onSuccess: ({ title }) => {
          toast.success(t('editor.saved', { title }))
          onClose()
        },
      },
    )
  }
  return (
    <FormDialog
      shape="sheet"
      title={t(opened ? 'editor.edit' : 'articles.create')}
      busy={save.isPending}
      problem={save.error ? textOf(save.error) : undefined}
      mistakes={save.error ?? tries}
      isChanged={JSON.stringify(draft) !== JSON.stringify(given)}
      onSubmit={submit}
      onClose={onClose}
    >
      <Field
        label={t('editor.title')}
        required
        error={issues['title'] ?? (tries > 0 && isMissing ? t('editor.needed') : undefined)}
      >
        <Input
          value={draft.title}
          maxLength={200}
          autoComplete="off"
          onChange={({ target }) => change({ title: target.value })}
        />
      </Field>
      <Field label={t('editor.body')} help={t('editor.bodyHelp')} error={issues['body']}>
        <Textarea
          ref={text}
          rows={14}
          maxLength={longestBody}
          value={draft.body}
          onChange={({ target }) => change({ body: target.value })}
        />
      </Field>
      <InsertPicture onInsert={insert} />
      <Field label={t('articles.category')} error={issues['category']}>
        <Input
          value={draft.category}
          maxLength={60}
          autoComplete="off"
          onChange={({ target }) => change({ category: target.value })}
        />
      </Field>
      <Field label={t('editor.language')} help={t('editor.languageHelp')}>
        <Select
          value={draft.language}
          options={languages.map((value) => ({ value, label: names.of(value) ?? value }))}
          onValueChange={(language) => change({ language: language as ArticleDraft['language'] })}
        />
      </Field>
      <Field label={t('editor.audience')} help={t('editor.audienceHelp')}>
        <Select
          value={draft.audience}
          options={audiences.map((value) => ({ value, label: t(`audience.${value}`) }))}
          onValueChange={(audience) => change({ audience: audience as ArticleDraft['audience'] })}
        />
      </Field>
      <Switch
        checked={draft.isPublished}
        label={t('editor.published')}
        onCheckedChange={(isPublished) => change({ isPublished })}
      />
      {draft.source !== null && (
        <p className="text-xs break-words text-ink-muted">
          {t('editor.source')}{' '}
          <a href={draft.source} target="_blank" rel="noreferrer" className="underline">
            {draft.source}
          </a>
        </p>
      )}
      {opened && opened.revision > 1 && <Versions articleId={opened.id} current={opened.revision} onTake={change} />}
    </FormDialog>
  )
}

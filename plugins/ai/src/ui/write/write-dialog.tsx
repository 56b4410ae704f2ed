import { Button, Dialog, Field, Select, Spinner, toast, useErrorText, useWords, type SlotMap } from '@recado/sdk/ui'
import { useCallback, useEffect } from 'react'
import type { RewriteWish } from '../../composer/routes.ts'
import { styleNames, type RewriteStyle } from '../../composer/styles.ts'
import { languageChoices } from '../languages.ts'
import { useStream } from '../use-stream.ts'
import { DiffText } from './diff-text.tsx'

/** What is being written, beside the draft that it began with. */
export type Writing = { readonly draft: string } & (
  | { readonly kind: 'suggest' }
  | { readonly kind: 'rewrite'; readonly wish: RewriteWish }
)

interface WriteDialogProps {
  ticket: SlotMap['ticket.composer.actions']['ticket']
  writing: Writing
  onWriting(writing: Writing): void
  /** `translated` is the draft whose translation the text is. */
  onTake(text: string, translated?: string): void
  onClose(): void
}

/**
 * What a model writes, as it comes, beside what it is made of. Nothing is sent: it is taken into the draft, or left.
 */
export function WriteDialog({ ticket, writing, onWriting, onTake, onClose }: WriteDialogProps) {
  const { t, i18n } = useWords()
  const textOf = useErrorText()
  const { streamed, start, stop } = useStream()
  const ask = useCallback(
    () =>
      void (writing.kind === 'suggest'
        ? start('suggest', { ticketId: ticket.id })
        : start('rewrite', { ticketId: ticket.id, text: writing.draft, wish: writing.wish })),
    [start, ticket.id, writing],
  )
  useEffect(ask, [ask])
  const isComing = streamed.state === 'coming'
  const wish = writing.kind === 'rewrite' ? writing.wish : undefined
  const title =
    writing.kind === 'suggest' ? 'write.suggest' : wish?.kind === 'translate' ? 'words.translate' : 'write.rewrite'
  const take = (): void => {
    const { draft } = writing
    onTake(streamed.text, wish?.kind === 'translate' ? draft : undefined)
    toast.success(t('write.taken'), { action: { label: t('write.undo'), onClick: () => onTake(draft) } })
  }
  return (
    <Dialog
      open
      shape="wide"
      title={t(title)}
      description={t('write.note')}
      onOpenChange={(open) => {
        if (open) return
        stop()
        onClose()
      }}
      footer={
        <>
          <Button onClick={onClose}>{t('write.leave')}</Button>
          <Button disabled={isComing} onClick={ask}>
            {t('write.again')}
          </Button>
          <Button variant="primary" disabled={streamed.state !== 'done' || streamed.text === ''} onClick={take}>
            {t('write.take')}
          </Button>
        </>
      }
    >
      {wish?.kind === 'style' && (
        <Field label={t('write.style')}>
          <Select
            value={wish.style}
            options={styleNames.map((value) => ({ value, label: t(`style.${value}`) }))}
            onValueChange={(style) =>
              onWriting({ ...writing, kind: 'rewrite', wish: { kind: 'style', style: style as RewriteStyle } })
            }
          />
        </Field>
      )}
      {wish?.kind === 'translate' && (
        <Field label={t('write.into')}>
          <Select
            value={wish.to}
            options={languageChoices(i18n.language, [wish.to])}
            onValueChange={(to) => onWriting({ ...writing, kind: 'rewrite', wish: { kind: 'translate', to } })}
          />
        </Field>
      )}
      <div
        aria-live="polite"
        aria-busy={isComing}
        className="min-h-24 rounded-md border border-line bg-surface p-3 text-list break-words whitespace-pre-wrap"
      >
        {streamed.state === 'done' && wish && wish.kind !== 'translate' ? (
          <DiffText before={writing.draft} after={streamed.text} />
        ) : (
          streamed.text
        )}
        {isComing && <Spinner label={t('write.coming')} />}
        {streamed.state === 'failed' && (
          <p role="alert" className="mt-2 text-danger first:mt-0">
            {textOf(streamed.error)}
          </p>
        )}
      </div>
      {streamed.sources.length > 0 && (
        <section className="flex flex-col gap-1 text-list">
          <h3 className="text-xs text-ink-muted">{t('words.sources')}</h3>
          {streamed.sources.map(({ article, title, text }, at) => (
            <details key={`${article} ${at}`}>
              <summary className="cursor-pointer break-words">{title}</summary>
              <p className="mt-1 text-xs break-words whitespace-pre-wrap text-ink-muted">{text}</p>
            </details>
          ))}
        </section>
      )}
    </Dialog>
  )
}

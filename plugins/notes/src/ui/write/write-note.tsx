import { Button, Icon, useErrorText, useWords, type SlotMap } from '@recado/sdk/ui'
import { useEffect, useRef } from 'react'
import { maxContentLength } from '../../notes/limits.ts'
import { useNoteActs } from '../use-notes.ts'

/** Writes a note where replies are written: it stands in the thread and never leaves the house. */
export default function WriteNote({ ticket, draft, autoFocus, onDraft }: SlotMap['ticket.composer.tabs']) {
  const { t } = useWords()
  const textOf = useErrorText()
  const { save } = useNoteActs()
  const field = useRef<HTMLTextAreaElement>(null)
  const wanted = useRef(autoFocus)
  useEffect(() => { if (wanted.current) field.current?.focus() }, [])
  const content = draft.trim()
  const add = (): void => {
    if (content === '' || save.isPending) return
    save.mutate({ target: { ticketId: ticket.id }, content, shared: true, pinned: false }, { onSuccess: () => onDraft('') })
    field.current?.focus()
  }
  return (
    <>
      <textarea
        ref={field} value={draft} rows={1} maxLength={maxContentLength} readOnly={save.isPending} aria-label={t('write.label', { name: ticket.name })} placeholder={t('write.placeholder')}
        className="block max-h-52 min-h-11 w-full resize-none bg-transparent px-3 pt-2.5 pb-1.5 text-thread outline-none [field-sizing:content] placeholder:text-ink-muted"
        onChange={(event) => onDraft(event.target.value)}
        onKeyDown={(event) => {
          if (event.nativeEvent.isComposing) return
          if (event.key === 'Escape') event.currentTarget.blur()
          if (event.key !== 'Enter' || event.shiftKey || event.altKey) return
          event.preventDefault()
          add()
        }}
      />
      {save.isError && <p role="alert" className="px-3 pb-1 text-sm text-danger">{textOf(save.error)}</p>}
      <div className="flex items-center gap-2 px-1.5 pb-1.5 pl-3">
        <span className="ml-auto hidden text-xs text-ink-muted sm:inline">{t('write.hint')}</span>
        <Button className="max-sm:ml-auto" size="small" icon={<Icon name="notebook-pen" size={15} />} disabled={content === ''} busy={save.isPending} onClick={add}>{t('write.add')}</Button>
      </div>
    </>
  )
}

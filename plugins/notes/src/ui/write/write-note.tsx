import {
  Button,
  ComposerSuggestions,
  Icon,
  IconButton,
  useComposer,
  useErrorText,
  useWords,
  type SlotMap,
} from '@recado/sdk/ui'
import { useEffect, useRef, useState } from 'react'
import { maxContentLength } from '../../notes/limits.ts'
import { withIds, type Named } from '../../notes/mentions.ts'
import { useColleagues, useNoteActs } from '../use-notes.ts'
import { readDraft, writeDraft } from './draft.ts'

const noFiles = (): void => undefined

/**
 * Editor of a note in the place of the reply: the note is shown in the thread and never sent. `@` names colleagues who
 * see the ticket.
 */
export default function WriteNote({ ticket, draft, autoFocus, onDraft }: SlotMap['ticket.composer.tabs']) {
  const { t } = useWords()
  const textOf = useErrorText()
  const { save } = useNoteActs()
  const [anchor, setAnchor] = useState<HTMLElement | null>(null)
  const field = useRef<HTMLTextAreaElement>(null)
  const wanted = useRef(autoFocus)
  useEffect(() => {
    if (wanted.current) field.current?.focus()
  }, [])
  const written = readDraft(draft)
  // Picking a user changes the text and the mentions at once, before this is redrawn.
  const latest = useRef(written)
  useEffect(() => {
    latest.current = written
  })
  const change = (part: Partial<typeof written>): void => {
    latest.current = { ...latest.current, ...part }
    onDraft(writeDraft(latest.current))
  }
  const { composer, fieldProps } = useComposer({
    mode: 'note',
    text: written.text,
    onTextChange: (text) => change({ text }),
    onAttach: noFiles,
    disabled: save.isPending,
    field,
    anchor,
  })
  const colleagues = useColleagues(ticket.id, composer.trigger?.char === '@' ? composer.trigger.query : undefined)
  const pick = (colleague: Named): void => {
    latest.current = { ...latest.current, people: [...latest.current.people, colleague] }
    composer.insertText(`@${colleague.name} `)
  }
  const content = withIds(written.text.trim(), written.people)
  const add = (): void => {
    if (content === '' || save.isPending) return
    save.mutate(
      { target: { ticketId: ticket.id }, content, shared: true, pinned: false },
      { onSuccess: () => onDraft('') },
    )
    field.current?.focus()
  }
  return (
    <div ref={setAnchor}>
      <textarea
        {...fieldProps}
        ref={field}
        value={written.text}
        rows={1}
        maxLength={maxContentLength}
        readOnly={save.isPending}
        aria-label={t('write.label', { name: ticket.name })}
        placeholder={t('write.placeholder')}
        className={
          'block max-h-52 min-h-11 w-full resize-none bg-transparent px-3 pt-2.5 pb-1.5 text-thread outline-none ' +
          '[field-sizing:content] placeholder:text-ink-muted'
        }
        onChange={(event) => {
          change({ text: event.target.value })
          fieldProps.onSelect(event)
        }}
        onKeyDown={(event) => {
          fieldProps.onKeyDown(event)
          if (event.defaultPrevented || event.nativeEvent.isComposing) return
          if (event.key === 'Escape') event.currentTarget.blur()
          if (event.key !== 'Enter' || event.shiftKey || event.altKey) return
          event.preventDefault()
          add()
        }}
      />
      <ComposerSuggestions
        composer={composer}
        trigger="@"
        label={t('write.colleagues')}
        items={colleagues.data ?? []}
        itemKey={({ id }) => id}
        renderItem={({ name }) => name}
        onPick={pick}
        loading={colleagues.isFetching}
        empty={colleagues.isError ? textOf(colleagues.error) : t('write.nobody')}
      />
      {save.isError && (
        <p role="alert" className="px-3 pb-1 text-sm text-danger">
          {textOf(save.error)}
        </p>
      )}
      <div className="flex items-center gap-2 px-1.5 pb-1.5">
        <IconButton
          size="small"
          icon={<Icon name="at-sign" size={17} />}
          label={t('write.mention')}
          onClick={() => composer.open('@')}
        />
        <span className="ml-auto hidden text-xs text-ink-muted sm:inline">{t('write.hint')}</span>
        <Button
          className="max-sm:ml-auto"
          size="small"
          icon={<Icon name="notebook-pen" size={15} />}
          disabled={content === ''}
          busy={save.isPending}
          onClick={add}
        >
          {t('write.add')}
        </Button>
      </div>
    </div>
  )
}

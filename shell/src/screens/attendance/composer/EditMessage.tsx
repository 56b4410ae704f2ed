import { Button, IconButton, useErrorText } from '@recado/sdk/ui'
import { Check, Pencil, X } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { editableText, type ChannelCapabilities, type Message } from '../../../base/contracts.ts'
import { useEdit } from '../../../data/messages/use-message-calls.ts'

/** One of the agent's own messages with other words. The draft in the composer is left alone. */
export function EditMessage({
  message,
  capabilities,
  onClose,
}: {
  message: Message
  capabilities: ChannelCapabilities
  onClose(): void
}) {
  const { t } = useTranslation('attendance')
  const before = editableText(message.parts, capabilities) ?? ''
  const [text, setText] = useState(before)
  const field = useRef<HTMLTextAreaElement>(null)
  const edit = useEdit()
  const textOf = useErrorText()
  useEffect(() => {
    field.current?.focus()
    field.current?.setSelectionRange(before.length, before.length)
  }, [before.length])

  const [part] = message.parts
  const limit =
    part?.kind === 'media'
      ? (capabilities.media[part.as]?.maxCaption ?? capabilities.text.maxLength)
      : capabilities.text.maxLength
  const body = text.trim()
  const left = limit - [...body].length
  const canSave = left >= 0 && (body !== '' || part?.kind === 'media') && !edit.isPending
  const save = () => {
    if (!canSave) return
    if (body === before.trim()) return onClose()
    edit.mutate({ id: message.id, body }, { onSuccess: onClose })
  }
  return (
    <footer className="shrink-0 px-3 pb-[max(0.75rem,env(safe-area-inset-bottom))] pane:px-4">
      <div className="mx-auto w-full max-w-4xl rounded-lg border border-accent bg-raised">
        <div className="flex items-center gap-2 border-b border-line px-3 py-1.5 text-list text-ink-muted">
          <Pencil size={14} className="shrink-0" aria-hidden />
          <span className="min-w-0 flex-1 truncate">{t('editing.title')}</span>
          <IconButton size="small" icon={<X size={14} />} label={t('editing.cancel')} onClick={onClose} />
        </div>
        <textarea
          ref={field}
          value={text}
          rows={1}
          aria-label={t('editing.label')}
          aria-invalid={left < 0 || undefined}
          onChange={(event) => setText(event.target.value)}
          className={
            'block max-h-52 min-h-11 w-full resize-none bg-transparent px-3 pt-2.5 pb-1.5 text-thread outline-none ' +
            '[field-sizing:content]'
          }
          onKeyDown={(event) => {
            if (
              event.nativeEvent.isComposing ||
              (event.key !== 'Escape' && (event.key !== 'Enter' || event.shiftKey || event.altKey))
            )
              return
            event.preventDefault()
            // The shell's own Escape would leave the conversation.
            event.stopPropagation()
            if (event.key === 'Escape') onClose()
            else save()
          }}
        />
        {edit.isError && (
          <p role="alert" className="px-3 pb-1 text-list text-danger">
            {textOf(edit.error)}
          </p>
        )}
        <div className="flex items-center justify-end gap-2 px-1.5 pb-1.5">
          {left < limit * 0.2 && (
            <span role="status" className={`text-xs tabular-nums ${left < 0 ? 'text-danger' : 'text-ink-muted'}`}>
              {t('composer.left', { count: left })}
            </span>
          )}
          <span className="hidden text-xs text-ink-muted side:inline pointer-coarse:hidden">{t('editing.hint')}</span>
          <Button
            variant="primary"
            size="small"
            icon={<Check size={15} />}
            busy={edit.isPending}
            disabled={!canSave}
            onClick={save}
          >
            {t('editing.save')}
          </Button>
        </div>
      </div>
    </footer>
  )
}

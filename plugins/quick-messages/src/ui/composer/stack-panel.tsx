import { Button, Icon, IconButton, useWords, type SlotMap } from '@recado/sdk/ui'
import { lazy, Suspense, useEffect, useRef, useSyncExternalStore } from 'react'
import { stackStore, type StackPart } from './stack.ts'

const AskForm = lazy(async () => ({ default: (await import('./ask-form.tsx')).AskForm }))

/** Content above the editor: variables to be asked for before a message is inserted, and the waiting parts. */
export default function StackPanel(props: SlotMap['ticket.composer.above']) {
  const stack = useSyncExternalStore(stackStore.subscribe, () => stackStore.of(props.ticket.id))
  return (
    <>
      {stack.asking && (
        <Suspense>
          <AskForm key={stack.asking.id} {...props} message={stack.asking} />
        </Suspense>
      )}
      <Parts key={props.ticket.id} {...props} parts={stack.parts} />
    </>
  )
}

const partOf = ({ text, file }: StackPart) =>
  file === null
    ? { kind: 'text' as const, text, format: 'markdown' as const }
    : { kind: 'storedFile' as const, path: file.url, ...(text !== '' && { caption: text }) }

function Parts({ ticket, composer, parts }: SlotMap['ticket.composer.above'] & { parts: readonly StackPart[] }) {
  const { t } = useWords()
  const send = useRef<HTMLButtonElement>(null)
  const before = useRef(parts.length)
  // Added parts can be sent with Enter.
  useEffect(() => {
    if (parts.length > before.current) send.current?.focus()
    before.current = parts.length
  }, [parts.length])
  if (parts.length === 0) return null

  const leave = (id: number) => {
    stackStore.remove(ticket.id, id)
    if (parts.length > 1) send.current?.focus()
    else composer.focus()
  }
  const sendAll = () => {
    composer.sendParts(parts.map(partOf))
    stackStore.clear(ticket.id)
    composer.focus()
  }
  return (
    <section aria-label={t('stack.title')} className="flex flex-col gap-2 border-b border-line p-2.5">
      <ol className="flex max-h-52 flex-col gap-1.5 overflow-y-auto">
        {parts.map((part, index) => (
          <li
            key={part.id}
            className="flex items-start gap-2 rounded-md border border-line bg-surface py-1 pr-1 pl-2 text-list"
          >
            <span aria-hidden className="pt-1 text-xs text-ink-muted tabular-nums">
              {index + 1}
            </span>
            <span className="flex min-w-0 flex-1 flex-col gap-0.5 py-0.5">
              {part.file && (
                <span className="flex min-w-0 items-center gap-1.5">
                  <Icon name="file-text" size={14} className="shrink-0 text-ink-muted" />
                  <span className="truncate">{part.file.name}</span>
                </span>
              )}
              {part.text !== '' && (
                <span className="line-clamp-3 break-words whitespace-pre-wrap" dir="auto">
                  {part.text}
                </span>
              )}
            </span>
            <IconButton
              size="small"
              icon={<Icon name="x" size={14} />}
              label={t('stack.remove', { number: index + 1 })}
              onClick={() => leave(part.id)}
            />
          </li>
        ))}
      </ol>
      <div className="flex flex-wrap items-center justify-end gap-2">
        <Button
          size="small"
          variant="ghost"
          onClick={() => {
            stackStore.clear(ticket.id)
            composer.focus()
          }}
        >
          {t('stack.discard')}
        </Button>
        <Button
          ref={send}
          size="small"
          variant="primary"
          icon={<Icon name="send" size={14} />}
          disabled={composer.disabled}
          onClick={sendAll}
        >
          {t('stack.send', { count: parts.length })}
        </Button>
      </div>
    </section>
  )
}

import { classNames, Dialog } from '@recado/sdk/ui'
import { useTranslation } from 'react-i18next'
import { ticketPriorities, type TicketPriority } from '../../../base/contracts.ts'
import { PriorityIcon } from './PriorityMark.tsx'

/** Choice of a ticket's priority, by one key or one click. */
export function PriorityDialog({
  name,
  priority,
  onChoose,
  onClose,
}: {
  name: string
  priority: TicketPriority
  onChoose(priority: TicketPriority): void
  onClose(): void
}) {
  const { t } = useTranslation('attendance')
  const choices = ticketPriorities.toReversed()
  const onKeyDown = (event: React.KeyboardEvent) => {
    const buttons = [...event.currentTarget.querySelectorAll('button')]
    const at = buttons.indexOf(document.activeElement as HTMLButtonElement)
    const next =
      event.key === 'ArrowDown'
        ? at + 1
        : event.key === 'ArrowUp'
          ? at - 1
          : /^[1-4]$/.test(event.key)
            ? Number(event.key) - 1
            : undefined
    if (next === undefined) return
    event.preventDefault()
    if (event.key.startsWith('Arrow')) buttons[(next + buttons.length) % buttons.length]!.focus()
    else buttons[next]!.click()
  }
  return (
    <Dialog
      title={t('priority.title')}
      description={name}
      open
      onOpenChange={(open) => {
        if (!open) onClose()
      }}
    >
      <div role="group" aria-label={t('priority.title')} className="flex flex-col gap-0.5" onKeyDown={onKeyDown}>
        {choices.map((one, index) => (
          <button
            key={one}
            type="button"
            aria-pressed={one === priority}
            aria-keyshortcuts={String(index + 1)}
            autoFocus={one === priority}
            onClick={() => {
              onChoose(one)
              onClose()
            }}
            className={classNames(
              'flex items-center gap-3 rounded-md px-2.5 py-2 text-left text-thread hover:bg-hover ' +
                'focus-visible:bg-hover',
              one === priority && 'bg-selected font-medium',
            )}
          >
            <PriorityIcon priority={one} />
            <span className="flex-1">{t(`priority.${one}`)}</span>
            <kbd className="text-xs text-ink-muted tabular-nums" aria-hidden>
              {index + 1}
            </kbd>
          </button>
        ))}
      </div>
    </Dialog>
  )
}

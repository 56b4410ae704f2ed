import { Button, Checkbox, Dialog, IconButton, VisuallyHidden } from '@recado/sdk/ui'
import { ArrowDown, ArrowUp, GripVertical, Pin, PinOff } from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { arranged, asItCame, moved, movedOnto, pinnedOrNot, shownOrHidden, type Arrangement } from './arrangement.ts'
import { useDragOrder } from './use-drag-order.ts'

/** Something that has a place: its key stays when its title changes. */
export interface ArrangedPart {
  readonly key: string
  readonly title: string
}

interface ArrangeDialogProps {
  title: string
  parts: readonly ArrangedPart[]
  arrangement: Arrangement
  /** Parts can be pinned before the others. */
  pins?: boolean
  onChange(next: Arrangement): void
  onClose(): void
}

/** Order of parts, and what is hidden of them, only for oneself: by buttons, or dragged. Takes effect at once. */
export function ArrangeDialog({
  title: name,
  parts,
  arrangement,
  pins = false,
  onChange,
  onClose,
}: ArrangeDialogProps) {
  const { t } = useTranslation('shell')
  const [said, setSaid] = useState('')
  const keys = parts.map(({ key }) => key)
  const rows = arranged(keys, arrangement).map((key) => parts.find((part) => part.key === key)!)
  const change = (key: string, next: Arrangement) => {
    onChange(next)
    setSaid(
      t('arrange.moved', {
        name: parts.find((part) => part.key === key)!.title,
        place: arranged(keys, next).indexOf(key) + 1,
        count: keys.length,
      }),
    )
  }
  const drag = useDragOrder((key, onto) => change(key, movedOnto(keys, arrangement, key, onto)))
  return (
    <Dialog
      title={name}
      description={t('frame.onlyYou')}
      open
      onOpenChange={(open) => {
        if (!open) onClose()
      }}
      footer={
        <Button
          disabled={arrangement.order.length + arrangement.hidden.length + (arrangement.pinned?.length ?? 0) === 0}
          onClick={() => onChange(asItCame)}
        >
          {t('arrange.asItCame')}
        </Button>
      }
    >
      <ol className="flex flex-col">
        {rows.map(({ key, title }) => {
          const isPinned = arrangement.pinned?.includes(key) ?? false
          const [up, down] = [moved(keys, arrangement, key, -1), moved(keys, arrangement, key, 1)]
          return (
            <li
              key={key}
              {...drag.place(key)}
              className={
                'flex min-w-0 items-center gap-2 border-b border-line py-1.5 last:border-0 ' +
                `${drag.dragged === key ? 'opacity-50' : ''} ` +
                (drag.over === key && drag.dragged !== key ? 'bg-accent-soft' : '')
              }
            >
              <span {...drag.handle(key)} aria-hidden className="cursor-grab text-ink-muted pointer-coarse:hidden">
                <GripVertical size={15} />
              </span>
              <span className="min-w-0 flex-1">
                <Checkbox
                  label={title}
                  checked={!arrangement.hidden.includes(key)}
                  onCheckedChange={(shown) => onChange(shownOrHidden(arrangement, key, shown))}
                />
              </span>
              {pins && (
                <IconButton
                  size="small"
                  className={isPinned ? 'text-accent-text' : undefined}
                  icon={isPinned ? <PinOff size={15} /> : <Pin size={15} />}
                  label={t(isPinned ? 'arrange.unpin' : 'arrange.pin', { name: title })}
                  onClick={() => change(key, pinnedOrNot(arrangement, key, !isPinned))}
                />
              )}
              <IconButton
                size="small"
                icon={<ArrowUp size={15} />}
                label={t('arrange.up', { name: title })}
                aria-disabled={up === arrangement}
                onClick={() => change(key, up)}
              />
              <IconButton
                size="small"
                icon={<ArrowDown size={15} />}
                label={t('arrange.down', { name: title })}
                aria-disabled={down === arrangement}
                onClick={() => change(key, down)}
              />
            </li>
          )
        })}
      </ol>
      <VisuallyHidden>
        <span role="status">{said}</span>
      </VisuallyHidden>
    </Dialog>
  )
}

import { AccordionSection, IconButton } from '@recado/sdk/ui'
import { GripVertical, Pin, PinOff } from 'lucide-react'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import type { DragOrder } from '../../../parts/arranging/use-drag-order.ts'

interface PanelFoldProps {
  section: { readonly key: string; readonly title: string; readonly icon: ReactNode; readonly content: ReactNode }
  isOpen: boolean
  isPinned: boolean
  drag: DragOrder
  onToggle(open: boolean): void
  onPin(pinned: boolean): void
}

/** A section of the side panel: folded by its head, dragged by its handle, pinned on top and open. */
export function PanelFold({
  section: { key, title, icon, content },
  isOpen,
  isPinned,
  drag,
  onToggle,
  onPin,
}: PanelFoldProps) {
  const { t } = useTranslation('attendance')
  const quiet = 'opacity-0 transition-opacity group-hover/fold:opacity-100 group-focus-within/fold:opacity-100'
  // Beside the head and not in it: a summary holds no buttons.
  return (
    <div
      {...drag.place(key)}
      className={
        `group/fold relative ${drag.dragged === key ? 'opacity-50' : ''} ` +
        (drag.over === key && drag.dragged !== key ? 'bg-accent-soft' : '')
      }
    >
      <AccordionSection
        title={title}
        icon={icon}
        open={isOpen}
        heldOpen={isPinned}
        onOpenChange={onToggle}
        aside={<span className="block w-12" />}
      >
        {content}
      </AccordionSection>
      <span className="absolute top-1.5 right-2 flex items-center">
        <span
          {...drag.handle(key)}
          aria-hidden
          className={`grid size-6 cursor-grab place-items-center text-ink-muted pointer-coarse:hidden ${quiet}`}
        >
          <GripVertical size={14} />
        </span>
        <IconButton
          size="small"
          icon={isPinned ? <PinOff size={14} /> : <Pin size={14} />}
          label={t(isPinned ? 'shell:arrange.unpin' : 'shell:arrange.pin', { name: title })}
          className={isPinned ? 'text-accent-text' : `pointer-coarse:opacity-100 ${quiet}`}
          onClick={() => onPin(!isPinned)}
        />
      </span>
    </div>
  )
}

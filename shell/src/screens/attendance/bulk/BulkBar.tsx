import { Button, DropdownMenu, IconButton } from '@recado/sdk/ui'
import { Check, EllipsisVertical, X } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import type { Ticket } from '../../../base/contracts.ts'
import { changeOf, type BulkAct } from './bulk-acts.ts'
import { BulkMenuItems } from './BulkMenuItems.tsx'

/** Acts on the chosen tickets. Shown below the list while any are chosen. */
export function BulkBar({
  chosen,
  busy,
  onAct,
  onSnooze,
  onClear,
}: {
  chosen: readonly Ticket[]
  busy: boolean
  onAct(act: BulkAct): void
  onSnooze(): void
  onClear(): void
}) {
  const { t } = useTranslation('attendance')
  return (
    <div
      role="toolbar"
      aria-label={t('bulk.bar')}
      className="flex shrink-0 items-center gap-1.5 border-t border-line bg-raised px-3 py-2"
    >
      <span role="status" className="min-w-0 flex-1 truncate text-list tabular-nums">
        {t('bulk.selected', { count: chosen.length })}
      </span>
      {chosen.some((ticket) => changeOf(ticket, 'resolve')) && (
        <Button size="small" variant="primary" icon={<Check size={14} />} busy={busy} onClick={() => onAct('resolve')}>
          {t('bulk.resolve')}
        </Button>
      )}
      <DropdownMenu
        side="top"
        trigger={
          <IconButton
            size="small"
            icon={<EllipsisVertical size={16} />}
            label={t('shell:action.more')}
            disabled={busy}
          />
        }
      >
        <BulkMenuItems tickets={chosen} onAct={onAct} onSnooze={onSnooze} />
      </DropdownMenu>
      <IconButton size="small" icon={<X size={16} />} label={t('bulk.clear')} onClick={onClear} />
    </div>
  )
}

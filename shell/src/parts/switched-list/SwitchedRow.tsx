import { Badge, ColorDot, DropdownMenu, IconButton, MenuItem, MenuSeparator } from '@recado/sdk/ui'
import { CircleCheck, CircleOff, MoreHorizontal, Pencil, Trash2 } from 'lucide-react'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'

/** What is done with a row: the form opens, it is switched, or it is asked whether it goes. */
export type SwitchedAct = 'edit' | 'activate' | 'deactivate' | 'delete'

/** A row of a {@link SwitchedList}: its name, which opens the form, its figures, and a menu of its acts. */
export function SwitchedRow({
  name,
  color,
  isActive,
  figures,
  onAct,
}: {
  name: string
  color: string
  isActive: boolean
  /** What it is used for, as numbers with words. */
  figures: ReactNode
  onAct(act: SwitchedAct): void
}) {
  const { t } = useTranslation('queues')
  return (
    <div className="flex h-full items-center gap-3 rounded-lg border border-line bg-surface px-4 py-3">
      <div className="min-w-0 flex-1">
        <button
          type="button"
          className="block max-w-full text-left text-thread font-medium hover:underline"
          onClick={() => onAct('edit')}
        >
          <ColorDot color={color} label={name} />
        </button>
        <p className="flex flex-wrap gap-x-3 text-list text-ink-muted tabular-nums">{figures}</p>
      </div>
      {!isActive && <Badge>{t('state.inactive')}</Badge>}
      <DropdownMenu trigger={<IconButton icon={<MoreHorizontal size={16} />} label={t('acts', { name })} />}>
        <MenuItem icon={<Pencil size={16} />} onSelect={() => onAct('edit')}>
          {t('shell:action.edit')}
        </MenuItem>
        {isActive ? (
          <MenuItem icon={<CircleOff size={16} />} onSelect={() => onAct('deactivate')}>
            {t('act.deactivate')}
          </MenuItem>
        ) : (
          <MenuItem icon={<CircleCheck size={16} />} onSelect={() => onAct('activate')}>
            {t('act.activate')}
          </MenuItem>
        )}
        <MenuSeparator />
        <MenuItem icon={<Trash2 size={16} />} tone="danger" onSelect={() => onAct('delete')}>
          {t('shell:action.delete')}
        </MenuItem>
      </DropdownMenu>
    </div>
  )
}

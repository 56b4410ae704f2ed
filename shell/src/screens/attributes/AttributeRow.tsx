import { Badge, DropdownMenu, IconButton, MenuItem, MenuSeparator } from '@recado/sdk/ui'
import { Archive, ArchiveRestore, ArrowDown, ArrowUp, GripVertical, MoreHorizontal, Pencil, Trash2 } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import type { AttributeDefinition } from '../../base/contracts.ts'

export type AttributeAct = 'edit' | 'archive' | 'restore' | 'delete'

/** One attribute: its type, its plugin, its position, and its acts. */
export function AttributeRow({
  definition,
  pluginName,
  isFirst,
  isLast,
  onAct,
  onMove,
}: {
  definition: AttributeDefinition
  pluginName: string | undefined
  isFirst: boolean
  isLast: boolean
  onAct(act: AttributeAct): void
  onMove(step: -1 | 1): void
}) {
  const { t } = useTranslation('attributes')
  const { label, key, type, plugin, requiredToResolve, isArchived } = definition
  return (
    <div className="flex items-center gap-2 rounded-lg border border-line bg-surface py-3 pr-3 pl-2">
      <GripVertical size={16} aria-hidden className="hidden shrink-0 cursor-grab text-ink-muted pane:block" />
      <div className="min-w-0 flex-1 pl-1">
        <button
          type="button"
          className="block max-w-full truncate text-left text-thread font-medium hover:underline"
          onClick={() => onAct('edit')}
        >
          {label}
        </button>
        <p className="flex flex-wrap items-center gap-x-3 gap-y-1 text-list text-ink-muted">
          <span>{t(`type.${type}`)}</span>
          <code className="min-w-0 text-xs wrap-anywhere">{key}</code>
          {requiredToResolve && !isArchived && <Badge tone="warning">{t('badge.required')}</Badge>}
          {plugin !== undefined && <Badge>{t('badge.plugin', { plugin: pluginName ?? plugin })}</Badge>}
          {isArchived && <Badge>{t('badge.archived')}</Badge>}
        </p>
      </div>
      <IconButton
        size="small"
        icon={<ArrowUp size={15} />}
        label={t('up', { name: label })}
        disabled={isFirst}
        onClick={() => onMove(-1)}
      />
      <IconButton
        size="small"
        icon={<ArrowDown size={15} />}
        label={t('down', { name: label })}
        disabled={isLast}
        onClick={() => onMove(1)}
      />
      <DropdownMenu trigger={<IconButton icon={<MoreHorizontal size={16} />} label={t('acts', { name: label })} />}>
        <MenuItem icon={<Pencil size={16} />} onSelect={() => onAct('edit')}>
          {t('shell:action.edit')}
        </MenuItem>
        {isArchived ? (
          <MenuItem icon={<ArchiveRestore size={16} />} onSelect={() => onAct('restore')}>
            {t('restore')}
          </MenuItem>
        ) : (
          <MenuItem icon={<Archive size={16} />} onSelect={() => onAct('archive')}>
            {t('archive')}
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

import { Badge, Button, ChannelBadge, DropdownMenu, IconButton, MenuItem, MenuSeparator, Spinner, type BadgeProps } from '@recado/sdk/ui'
import { EllipsisVertical, Pencil, Stethoscope, Trash2 } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { slotContributions } from '../app/contributions.ts'
import { useManifest } from '../app/workplace-context.ts'
import type { Connection, ConnectionStatus } from '../contracts.ts'
import { PluginPanel } from '../federation/index.ts'
import { CheckResult } from './CheckResult.tsx'
import type { ChannelType } from './use-channel-type.ts'

/** S4-057…064. */
const tones: Record<ConnectionStatus, NonNullable<BadgeProps['tone']>> = {
  connected: 'success', connecting: 'accent', pairing: 'accent', qrcode: 'warning', timeout: 'warning', conflict: 'danger', disconnected: 'danger', inactive: 'neutral',
}

export interface ConnectionCardProps { connection: Connection; type: ChannelType | undefined; mayManage: boolean; busy: boolean; isChecking: boolean; onCheck(): void; onSwitch(on: boolean): void; onEdit(): void; onDelete(): void }

/** A connection with its state; below it whatever its plugin has to show. */
export function ConnectionCard({ connection, type, mayManage, busy, isChecking, onCheck, onSwitch, onEdit, onDelete }: ConnectionCardProps) {
  const { t } = useTranslation('settings')
  const panels = slotContributions(useManifest(), 'connection.card', connection.type)
  const working = connection.status === 'connecting' || connection.status === 'pairing'
  return (
    <article className="rounded-lg border border-line bg-surface" aria-label={connection.name}>
      <header className="flex flex-wrap items-center gap-3 p-4">
        {type && <ChannelBadge color={type.info.badge.color} icon={type.info.badge.icon} label={type.title} size={36} />}
        <div className="min-w-0 flex-1 basis-40 leading-tight">
          <h2 className="flex items-center gap-2 text-thread font-semibold"><span className="truncate">{connection.name}</span>{connection.isDefault && <Badge>{t('channels.default')}</Badge>}</h2>
          <p className="mt-0.5 text-list text-ink-muted">{type?.title ?? t('channels.notAvailable')}</p>
        </div>
        <span role="status" className="inline-flex"><Badge tone={tones[connection.status]} {...(working ? { icon: <Spinner /> } : {})}>{t(`channels.status.${connection.status}`)}</Badge></span>
        {mayManage && (
          <>
            {type && <Button size="small" variant="ghost" busy={isChecking} icon={<Stethoscope size={14} />} onClick={onCheck}>{t('channels.check.action')}</Button>}
            {type && <Button size="small" busy={busy} onClick={() => onSwitch(!connection.isActive)}>{t(connection.isActive ? 'channels.disconnect' : 'channels.connect')}</Button>}
            <DropdownMenu trigger={<IconButton icon={<EllipsisVertical size={17} />} label={t('shell:action.more')} />}>
              {type && <MenuItem icon={<Pencil size={15} />} onSelect={onEdit}>{t('shell:action.edit')}</MenuItem>}
              {type && <MenuSeparator />}
              <MenuItem icon={<Trash2 size={15} />} tone="danger" onSelect={onDelete}>{t('shell:action.delete')}</MenuItem>
            </DropdownMenu>
          </>
        )}
      </header>
      {connection.statusDetail && <p className="border-t border-line px-4 py-2.5 text-list text-ink-muted">{connection.statusDetail}</p>}
      {type && mayManage && <CheckResult connection={connection} type={type} />}
      {panels.map(({ key, plugin, part }) => <div key={key} className="border-t border-line p-4"><PluginPanel plugin={plugin} panel={part.panel} slot="connection.card" props={{ connection }} /></div>)}
    </article>
  )
}

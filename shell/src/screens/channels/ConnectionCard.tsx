import { isSupported } from '@recado/sdk/client'
import {
  Badge,
  Button,
  ChannelBadge,
  DropdownMenu,
  IconButton,
  MenuItem,
  MenuSeparator,
  Spinner,
  type BadgeProps,
} from '@recado/sdk/ui'
import {
  ArrowRightLeft,
  ClipboardList,
  EllipsisVertical,
  History,
  Pencil,
  RotateCcw,
  Stethoscope,
  Trash2,
  Webhook,
} from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { slotContributions } from '../../base/federation/contributions.ts'
import { useWrittenPhone } from '../../base/i18n/use-written-phone.ts'
import { useManifest } from '../../data/workplace/workplace-context.ts'
import type { Connection, ConnectionStatus } from '../../base/contracts.ts'
import { PluginPanel } from '../../base/federation/index.ts'
import { CheckResult } from './CheckResult.tsx'
import { ConnectionQr } from './ConnectionQr.tsx'
import { ConnectionTasks } from './ConnectionTasks.tsx'
import { PaceOfConnection } from './PaceOfConnection.tsx'
import { isStopped, useStateWords } from './state-words.ts'
import { StateWords } from './StateWords.tsx'
import type { ChannelType } from '../../data/channels/use-channel-type.ts'
import { useConnectionCheck } from '../../data/channels/use-connections.ts'

/** S4-057…064. */
const tones: Record<ConnectionStatus, NonNullable<BadgeProps['tone']>> = {
  connected: 'success',
  connecting: 'accent',
  pairing: 'accent',
  qrcode: 'warning',
  passkey: 'warning',
  timeout: 'warning',
  conflict: 'danger',
  disconnected: 'danger',
  inactive: 'neutral',
}

export interface ConnectionCardProps {
  connection: Connection
  type: ChannelType | undefined
  mayManage: boolean
  busy: boolean
  isChecking: boolean
  onCheck(): void
  onSwitch(on: boolean): void
  onEdit(): void
  onDelete(): void
  onRenew(): void
  onReset(): void
  onTransfer(): void
  onDiagnose(): void
  onCopyWebhook(): void
  onImport(): void
  onCancelTask(kind: 'import' | 'contacts'): void
}

/** A connection with its state; below it the content of its plugin. */
export function ConnectionCard({ connection, type, mayManage, busy, isChecking, ...on }: ConnectionCardProps) {
  const { t } = useTranslation('settings')
  const written = useWrittenPhone()
  const panels = slotContributions(useManifest(), 'connection.card', connection.type)
  const words = useStateWords(connection, type)
  const isUnexplained = mayManage && type !== undefined && isStopped(connection) && words.title === ''
  const { status, statusCode, statusDetail } = connection
  const result = useConnectionCheck(connection, isUnexplained ? [status, statusCode, statusDetail].join(' ') : null)
  const found = isUnexplained && result?.ok === false ? result : undefined
  const working = connection.status === 'connecting' || connection.status === 'pairing'
  return (
    <article className="rounded-lg border border-line bg-surface" aria-label={connection.name}>
      <header className="flex flex-wrap items-center gap-3 p-4">
        {type && (
          <ChannelBadge color={type.info.badge.color} icon={type.info.badge.icon} label={type.title} size={36} />
        )}
        <div className="min-w-0 flex-1 basis-28 leading-tight">
          <h2 className="flex items-center gap-2 text-thread font-semibold">
            <span className="truncate">{connection.name}</span>
            {connection.isDefault && <Badge>{t('channels.default')}</Badge>}
          </h2>
          <p className="mt-0.5 truncate text-list text-ink-muted">
            {[type?.title ?? t('channels.notAvailable'), connection.number && written(connection.number)]
              .filter(Boolean)
              .join(' · ')}
          </p>
        </div>
        <span role="status" className="inline-flex">
          <Badge tone={tones[connection.status]} {...(working ? { icon: <Spinner /> } : {})}>
            {t(`channels.status.${connection.status}`)}
          </Badge>
        </span>
        {mayManage && (
          <>
            {type && (
              <Button
                size="small"
                variant="ghost"
                busy={isChecking}
                icon={<Stethoscope size={14} />}
                onClick={on.onCheck}
              >
                {t('channels.check.action')}
              </Button>
            )}
            {type && (
              <Button size="small" busy={busy} onClick={() => on.onSwitch(!connection.isActive)}>
                {t(connection.isActive ? 'channels.disconnect' : 'channels.connect')}
              </Button>
            )}
            <DropdownMenu trigger={<IconButton icon={<EllipsisVertical size={17} />} label={t('shell:action.more')} />}>
              {type && (
                <MenuItem icon={<Pencil size={15} />} onSelect={on.onEdit}>
                  {t('shell:action.edit')}
                </MenuItem>
              )}
              {type && connection.isActive && (
                <MenuItem icon={<RotateCcw size={15} />} onSelect={on.onReset}>
                  {t('channels.reset.action')}
                </MenuItem>
              )}
              {type &&
                (isSupported(type.info.capabilities.history.level) || isSupported(type.info.capabilities.contacts)) && (
                  <MenuItem icon={<History size={15} />} onSelect={on.onImport}>
                    {t('channels.import.action')}
                  </MenuItem>
                )}
              {type && (
                <MenuItem icon={<ArrowRightLeft size={15} />} onSelect={on.onTransfer}>
                  {t('channels.transfer.action')}
                </MenuItem>
              )}
              {type?.info.transport === 'webhook' && (
                <MenuItem icon={<Webhook size={15} />} onSelect={on.onCopyWebhook}>
                  {t('channels.webhook.copy')}
                </MenuItem>
              )}
              <MenuItem icon={<ClipboardList size={15} />} onSelect={on.onDiagnose}>
                {t('channels.diagnostics.action')}
              </MenuItem>
              <MenuSeparator />
              <MenuItem icon={<Trash2 size={15} />} tone="danger" onSelect={on.onDelete}>
                {t('shell:action.delete')}
              </MenuItem>
            </DropdownMenu>
          </>
        )}
      </header>
      <StateWords
        connection={connection}
        type={type}
        busy={busy}
        found={found}
        onTryAgain={mayManage ? on.onRenew : undefined}
        onEdit={mayManage ? on.onEdit : undefined}
      />
      {connection.status === 'qrcode' && mayManage && (
        <ConnectionQr connection={connection} busy={busy} onRenew={on.onRenew} />
      )}
      {mayManage && type?.info.isPaced && connection.number !== null && <PaceOfConnection connection={connection} />}
      {mayManage && <ConnectionTasks connection={connection} onCancelTask={on.onCancelTask} />}
      {type && mayManage && result && !found && <CheckResult connection={connection} type={type} result={result} />}
      {panels.map(({ key, plugin, part }) => (
        <div key={key} className="border-t border-line p-4 has-[>.k-plugin:empty]:hidden">
          <PluginPanel plugin={plugin} panel={part.panel} slot="connection.card" props={{ connection }} />
        </div>
      ))}
    </article>
  )
}

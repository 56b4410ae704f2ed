import { Badge, Button, IconButton, Switch, type BadgeProps } from '@recado/sdk/ui'
import { Settings2, Trash2, TriangleAlert } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import type { PluginInfo } from '../../base/contracts.ts'

const tones: Record<PluginInfo['status'], NonNullable<BadgeProps['tone']>> = {
  ready: 'success',
  suspended: 'warning',
  invalid: 'danger',
  incompatible: 'danger',
  failed: 'danger',
}

/** Title and description in the user's language; plugins bring them before anything of theirs is loaded. */
export function usePluginText(plugin: Pick<PluginInfo, 'id' | 'title' | 'description'>): {
  title: string
  description: string
} {
  const { i18n } = useTranslation()
  const pick = (texts: Readonly<Record<string, string>>) => texts[i18n.language] ?? texts['en'] ?? ''
  return { title: pick(plugin.title) || plugin.id, description: pick(plugin.description) }
}

interface PluginCardProps {
  plugin: PluginInfo
  onEnable(): void
  onDisable(): void
  onSettings(): void
  /** Absent for who may not, and for what came with the product. */
  onRemove?: (() => void) | undefined
}

export function PluginCard({ plugin, onEnable, onDisable, onSettings, onRemove }: PluginCardProps) {
  const { t, i18n } = useTranslation('settings')
  const { title, description } = usePluginText(plugin)
  const usable = plugin.status === 'ready' || plugin.status === 'suspended'
  return (
    <article className="flex flex-col gap-3 rounded-lg border border-line bg-surface p-4" aria-label={title}>
      <header className="flex items-start gap-3">
        <div className="min-w-0 flex-1">
          <h2 className="text-thread font-semibold">{title}</h2>
          <p className="text-xs text-ink-muted">
            {t('plugins.by', { publisher: plugin.publisher })} ·{' '}
            <span className="tabular-nums">{t('plugins.version', { version: plugin.version })}</span>
          </p>
        </div>
        {plugin.status !== 'ready' && <Badge tone={tones[plugin.status]}>{t(`plugins.status.${plugin.status}`)}</Badge>}
        <Switch
          aria-label={t('plugins.enable') + ' ' + title}
          checked={plugin.enabled}
          disabled={!plugin.enabled && (!usable || !plugin.allowedByTier)}
          onCheckedChange={(on) => (on ? onEnable : onDisable)()}
        />
      </header>
      <p className="flex-1 text-list text-ink-muted">{description}</p>
      {plugin.reason && (
        <p className="flex gap-2 rounded-md bg-warning-soft px-3 py-2 text-list text-warning">
          <TriangleAlert size={15} className="mt-0.5 shrink-0" aria-hidden />
          {plugin.reason}
        </p>
      )}
      <footer className="flex items-center gap-2">
        {plugin.tier !== 'free' && (
          <Badge tone={plugin.allowedByTier ? 'neutral' : 'warning'}>
            {t('plugins.tier', { tier: t(`plugins.tiers.${plugin.tier}`) })}
          </Badge>
        )}
        {!plugin.allowedByTier && <span className="text-xs text-ink-muted">{t('plugins.notInTier')}</span>}
        {plugin.installation && (
          <span className="text-xs text-ink-muted">
            {t(plugin.installation.fingerprint === null ? 'plugins.install.byUnsigned' : 'plugins.install.by', {
              who: plugin.installation.installedBy,
              when: new Date(plugin.installation.installedAt).toLocaleDateString(i18n.language),
            })}
          </span>
        )}
        <span className="ml-auto flex items-center gap-2">
          {plugin.form.length > 0 && usable && (
            <Button size="small" icon={<Settings2 size={15} />} onClick={onSettings}>
              {t('plugins.settings')}
            </Button>
          )}
          {onRemove && (
            <IconButton
              size="small"
              icon={<Trash2 size={15} />}
              label={t('plugins.remove.action', { name: title })}
              onClick={onRemove}
            />
          )}
        </span>
      </footer>
    </article>
  )
}

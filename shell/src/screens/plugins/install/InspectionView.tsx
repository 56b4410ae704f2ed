import { Badge } from '@recado/sdk/ui'
import { Bell, Database, Globe, ListPlus, MessageCircle, PanelsTopLeft, ShieldCheck, UserPen } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { fileSize } from '../../../base/ui/file-size.ts'
import type { ActingScope, PluginInfo, PluginInspection } from '../../../base/contracts.ts'
import { Facts, useAttributeText, usesKeys, type Fact } from '../facts.tsx'
import { SignatureNotice } from './SignatureNotice.tsx'

/** A text of the manifest in the user's language; which languages it has is its author's affair. */
export function useManifestText(): (texts: Readonly<Record<string, string>>, otherwise: string) => string {
  const { i18n } = useTranslation()
  return (texts, otherwise) => texts[i18n.language] || texts['en'] || otherwise
}

/** Everything that is known of a package before anything of it runs. */
export function InspectionView({ inspection }: { inspection: PluginInspection }) {
  const { t, i18n } = useTranslation(['settings', 'shell'])
  const text = useManifestText()
  const attributeText = useAttributeText()
  const { manifest, installed, change, added, size } = inspection
  // Everything of a first version is new, which says nothing.
  const marks = change === 'update' || change === 'downgrade'
  const factsOf = (
    names: readonly string[],
    part: keyof typeof added,
    shown: (name: string) => string = (name) => name,
  ): Fact[] => names.map((name) => ({ text: shown(name), isNew: marks && added[part].includes(name) }))
  const permissions: Fact[] = manifest.permissions.map(({ name, title, roles }) => ({
    text: `${text(title, name)} (${roles.map((role) => t(`shell:frame.role.${role}`)).join(', ')})`,
    isNew: marks && added.permissions.includes(name),
  }))
  return (
    <div className="flex flex-col gap-4 text-list">
      <header className="flex flex-col gap-1">
        <p className="flex flex-wrap items-center gap-2">
          <strong className="text-thread font-semibold">{text(manifest.title, manifest.id)}</strong>
          <Badge tone={change === 'downgrade' ? 'warning' : 'neutral'}>
            {t(`settings:plugins.install.change.${change}`, { from: installed?.version ?? '', to: manifest.version })}
          </Badge>
        </p>
        <p className="text-xs text-ink-muted">
          {t('settings:plugins.by', { publisher: manifest.publisher })} ·{' '}
          {t('settings:plugins.version', { version: manifest.version })} · {manifest.id} ·{' '}
          {fileSize(size.unpacked, i18n.language)}
        </p>
        <p className="text-ink-muted">{text(manifest.description, '')}</p>
      </header>
      <SignatureNotice inspection={inspection} />
      {change === 'downgrade' && (
        <p className="rounded-md bg-warning-soft px-3 py-2 text-warning">{t('settings:plugins.install.downgrade')}</p>
      )}
      {installed?.removed && (
        <p className="rounded-md bg-warning-soft px-3 py-2 text-warning">
          {t('settings:plugins.install.dataWaits', { version: installed.version })}
        </p>
      )}
      <div className="grid gap-4 pane:grid-cols-2">
        <Facts
          icon={<ShieldCheck size={16} />}
          title={t('settings:plugins.permissions')}
          facts={permissions}
          none={t('settings:plugins.noPermissions')}
        />
        <Facts
          icon={<Globe size={16} />}
          title={t('settings:plugins.egress')}
          facts={factsOf(manifest.egress, 'egress', (host) =>
            host === '*' ? t('settings:plugins.install.anyHost') : host,
          )}
          none={t('settings:plugins.noEgress')}
        />
        <Facts
          icon={<UserPen size={16} />}
          title={t('settings:plugins.acting')}
          facts={factsOf(manifest.acting, 'acting', (scope) => t(`settings:plugins.actingOn.${scope as ActingScope}`))}
          none={t('settings:plugins.noActing')}
        />
        <Facts
          icon={<Database size={16} />}
          title={t('settings:plugins.uses')}
          facts={factsOf(manifest.uses, 'uses', (use) =>
            t(`settings:plugins.usesOf.${usesKeys[use as PluginInfo['uses'][number]]}`),
          )}
          none={t('settings:plugins.noUses')}
        />
        <Facts
          icon={<ListPlus size={16} />}
          title={t('settings:plugins.attributes')}
          facts={manifest.attributes.map((attribute) => ({
            text: attributeText(attribute),
            isNew: marks && added.attributes.includes(attribute.name),
          }))}
          none={t('settings:plugins.noAttributes')}
        />
        <Facts
          icon={<MessageCircle size={16} />}
          title={t('settings:plugins.channels')}
          facts={manifest.channels.map(({ type, title }) => ({
            text: text(title, type),
            isNew: marks && added.channels.includes(type),
          }))}
          none={t('settings:plugins.install.noChannels')}
        />
        <Facts
          icon={<PanelsTopLeft size={16} />}
          title={t('settings:plugins.install.pages')}
          facts={factsOf(manifest.pages, 'pages')}
          none={t('settings:plugins.install.noPages')}
        />
        <Facts
          icon={<Bell size={16} />}
          title={t('settings:plugins.install.listens')}
          facts={factsOf(manifest.listens, 'listens')}
          none={t('settings:plugins.install.noListens')}
        />
      </div>
    </div>
  )
}

import { Badge, Table, useNumberFormat } from '@recado/sdk/ui'
import { useTranslation } from 'react-i18next'
import { Fact, Facts } from '../../base/ui/Facts.tsx'
import { InstallationTools } from './InstallationTools.tsx'
import { Section } from '../../base/forms/Section.tsx'
import { SettingsPage } from '../../base/forms/SettingsPage.tsx'
import { megabyte, useBytes } from '../../base/ui/use-bytes.ts'
import type { SystemFacts } from '../../base/contracts.ts'
import { useSystemInfo } from '../../data/installation/use-system-info.ts'

/**
 * `/configuracoes/informacoes-sistema` (S2-080): data of the company; for masters also of the installation, and the
 * tools.
 */
export function SystemInfo() {
  const { t } = useTranslation('platform')
  const info = useSystemInfo()
  return (
    <SettingsPage title={t('system.title')} description={t('system.description')} what={t('system.what')} query={info}>
      {info.data && (
        <>
          <Company version={info.data.version} figures={info.data.company} />
          {info.data.installation && (
            <>
              <Installation facts={info.data.installation} />
              <InstallationTools />
            </>
          )}
        </>
      )}
    </SettingsPage>
  )
}

function Company({
  version,
  figures: { users, connections, contacts, openTickets, mediaBytes, storageAllowed },
}: {
  version: string
  figures: SystemFacts['company']
}) {
  const { t } = useTranslation('platform')
  const { whole } = useNumberFormat()
  const bytes = useBytes()
  return (
    <Section title={t('system.company')} aside={<Badge>{t('system.version', { version })}</Badge>}>
      <Facts>
        <Fact label={t('system.users')}>{whole(users)}</Fact>
        <Fact label={t('system.connections')}>{whole(connections)}</Fact>
        <Fact label={t('system.contacts')}>
          {contacts >= 100_000 ? t('system.atLeast', { count: whole(contacts) }) : whole(contacts)}
        </Fact>
        <Fact label={t('system.openTickets')}>{whole(openTickets)}</Fact>
        <Fact label={t('system.media')}>
          {storageAllowed === null
            ? bytes(mediaBytes)
            : t('system.mediaOf', { used: bytes(mediaBytes), limit: bytes(storageAllowed * megabyte) })}
        </Fact>
      </Facts>
    </Section>
  )
}

function Installation({ facts }: { facts: NonNullable<SystemFacts['installation']> }) {
  const { t, i18n } = useTranslation('platform')
  const { whole } = useNumberFormat()
  const bytes = useBytes()
  const since = new Intl.DateTimeFormat(i18n.language, { dateStyle: 'short', timeStyle: 'short' }).format(
    new Date(facts.startedAt),
  )
  return (
    <Section title={t('system.installation')}>
      <Facts>
        <Fact label={t('system.companies')}>{whole(facts.companies)}</Fact>
        <Fact label={t('system.users')}>{whole(facts.users)}</Fact>
        <Fact label={t('system.connections')}>{whole(facts.connections)}</Fact>
        <Fact label={t('system.since')}>
          <time dateTime={facts.startedAt}>{since}</time>
        </Fact>
        <Fact label={t('system.memory')}>{bytes(facts.memoryBytes)}</Fact>
        <Fact label={t('system.database')}>
          PostgreSQL {facts.database} · {bytes(facts.databaseBytes)}
        </Fact>
        <Fact label={t('system.bus')}>{t(`system.buses.${facts.bus}`)}</Fact>
        <Fact label="Node.js">
          {facts.node} · {facts.platform}
        </Fact>
      </Facts>
      {facts.plugins.length > 0 && (
        <Table label={t('system.plugins')}>
          <thead>
            <tr>
              <th scope="col">{t('system.plugin')}</th>
              <th scope="col">{t('system.pluginVersion')}</th>
              <th scope="col">{t('system.pluginState')}</th>
            </tr>
          </thead>
          <tbody>
            {facts.plugins.map(({ id, version, status }) => (
              <tr key={id}>
                <td translate="no">{id}</td>
                <td className="tabular-nums">{version ?? '–'}</td>
                <td>
                  <Badge tone={status === 'ready' ? 'success' : 'danger'}>{t(`system.states.${status}`)}</Badge>
                </td>
              </tr>
            ))}
          </tbody>
        </Table>
      )}
    </Section>
  )
}

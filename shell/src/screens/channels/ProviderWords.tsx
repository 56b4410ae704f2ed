import { useTranslation } from 'react-i18next'

/** What a provider answered, for which there is no text of ours; mostly English, and read aloud so. */
export function ProviderWords({ code, message }: { code: string | null | undefined; message: string | undefined }) {
  const { t } = useTranslation('settings')
  if (!code && !message) return null
  return (
    <span className="block text-xs wrap-anywhere text-ink-muted">
      {t('channels.providerSaid')} <q lang="en">{[code, message].filter(Boolean).join(' · ')}</q>
    </span>
  )
}

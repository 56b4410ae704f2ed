import { Button, Dialog } from '@recado/sdk/ui'
import { ExternalLink } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { useBrand, usePublicSettings } from '../../data/installation/public-settings.ts'

/** S2-010: terms for people who register. The full text is the installation's own, if it has published one. */
export function TermsDialog({ onAccept, onClose }: { onAccept(): void; onClose(): void }) {
  const { t } = useTranslation(['shell', 'registration'])
  const { name } = useBrand()
  const termsUrl = usePublicSettings()?.termsUrl
  return (
    <Dialog
      title={t('registration:terms.title')}
      open
      onOpenChange={(open) => {
        if (!open) onClose()
      }}
      footer={
        <>
          <Button onClick={onClose}>{t('registration:terms.close')}</Button>
          <Button
            variant="primary"
            autoFocus
            onClick={() => {
              onAccept()
              onClose()
            }}
          >
            {t('registration:terms.accept')}
          </Button>
        </>
      }
    >
      <div className="flex flex-col gap-3 text-list">
        <p>{t('registration:terms.use', { name })}</p>
        <p>{t('registration:terms.data')}</p>
        <p>{t('registration:terms.customers')}</p>
        {termsUrl ? (
          <a
            href={termsUrl}
            target="_blank"
            rel="noopener noreferrer"
            className="inline-flex items-center gap-1.5 font-medium text-accent-text underline underline-offset-2"
          >
            {t('registration:terms.whole')}
            <ExternalLink aria-hidden size={14} />
          </a>
        ) : (
          <p className="text-ink-muted">{t('registration:terms.unpublished')}</p>
        )}
      </div>
    </Dialog>
  )
}

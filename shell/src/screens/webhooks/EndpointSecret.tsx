import { Button, Dialog, toast } from '@recado/sdk/ui'
import { Check, Copy } from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'

/** The secret of an endpoint, this once. */
export function EndpointSecret({ secret, onClose }: { secret: string; onClose(): void }) {
  const { t } = useTranslation('webhooks')
  const [isCopied, setCopied] = useState(false)
  const copy = () =>
    navigator.clipboard.writeText(secret).then(
      () => setCopied(true),
      () => toast.error(t('secret.copyFailed')),
    )
  return (
    <Dialog
      open
      shape="wide"
      title={t('secret.title')}
      description={t('secret.detail')}
      onOpenChange={(open) => {
        if (!open) onClose()
      }}
      footer={<Button onClick={onClose}>{t('secret.close')}</Button>}
    >
      <div className="flex min-w-0 flex-col gap-3">
        <code
          className="rounded-md border border-line bg-canvas p-3 text-list break-all select-all"
          translate="no"
          tabIndex={0}
          aria-label={t('secret.title')}
        >
          {secret}
        </code>
        <Button
          variant="primary"
          className="self-start"
          icon={isCopied ? <Check size={16} /> : <Copy size={16} />}
          onClick={() => void copy()}
        >
          {t(isCopied ? 'secret.copied' : 'shell:action.copy')}
        </Button>
        <p role="status" className="k-visually-hidden">
          {isCopied ? t('secret.copied') : ''}
        </p>
      </div>
    </Dialog>
  )
}

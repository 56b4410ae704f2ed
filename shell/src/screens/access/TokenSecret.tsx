import { Button, Dialog, toast } from '@recado/sdk/ui'
import { Check, Copy } from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { ApiTokenCreated } from '../../base/contracts.ts'

/** The text of a new token, this once. */
export function TokenSecret({ created: { token, secret }, onClose }: { created: ApiTokenCreated; onClose(): void }) {
  const { t } = useTranslation(['access', 'shell'])
  const [copied, setCopied] = useState(false)
  const copy = () =>
    navigator.clipboard.writeText(secret).then(
      () => setCopied(true),
      () => toast.error(t('access:tokens.copyFailed')),
    )
  return (
    <Dialog
      open
      shape="wide"
      title={t('access:tokens.secretTitle', { name: token.name })}
      description={t('access:tokens.secretDetail')}
      onOpenChange={(open) => {
        if (!open) onClose()
      }}
      footer={<Button onClick={onClose}>{t('access:tokens.secretClose')}</Button>}
    >
      <div className="flex min-w-0 flex-col gap-3">
        <code
          className="rounded-md border border-line bg-canvas p-3 text-list break-all select-all"
          translate="no"
          tabIndex={0}
          aria-label={t('access:tokens.secretLabel')}
        >
          {secret}
        </code>
        <Button
          variant="primary"
          className="self-start"
          icon={copied ? <Check size={16} /> : <Copy size={16} />}
          onClick={() => void copy()}
        >
          {t(copied ? 'access:tokens.copied' : 'shell:action.copy')}
        </Button>
        <p role="status" className="k-visually-hidden">
          {copied ? t('access:tokens.copied') : ''}
        </p>
        <p className="text-list text-ink-muted">{t('access:tokens.useWith')}</p>
        <pre
          className="rounded-md border border-line bg-canvas p-3 text-xs break-all whitespace-pre-wrap"
          translate="no"
        >{`curl -H 'Authorization: Bearer ${secret.slice(0, 12)}…' ${location.origin}/users`}</pre>
      </div>
    </Dialog>
  )
}

import { Button, Input, toast, useWords, type SlotMap } from '@recado/sdk/ui'

/** The address that the provider has to know, ready to be copied. Without a public address there is none. */
export default function WebhookCard({ connection }: SlotMap['connection.card']) {
  const { t } = useWords()
  const { webhookUrl } = connection
  if (webhookUrl === undefined) return <p className="text-list text-ink-muted">{t('webhook.none')}</p>
  const copy = () =>
    navigator.clipboard.writeText(webhookUrl).then(
      () => toast.success(t('webhook.copied')),
      () => toast.info(t('webhook.notCopied')),
    )
  return (
    <div className="flex flex-col gap-2">
      <p className="text-list text-ink-muted">{t('webhook.hint')}</p>
      <div className="flex items-center gap-2">
        <Input
          readOnly
          value={webhookUrl}
          aria-label={t('webhook.title')}
          onFocus={(event) => event.currentTarget.select()}
        />
        <Button onClick={() => void copy()}>{t('webhook.copy')}</Button>
      </div>
    </div>
  )
}

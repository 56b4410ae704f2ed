import { Button, CopiedText, ErrorState, useApi, useWords } from '@recado/sdk/ui'
import { useMutation, useQuery } from '@tanstack/react-query'
import { useState } from 'react'

/** The key that webhooks of rules are signed with, for who writes the program that receives them. */
export function WebhookSecret() {
  const { t } = useWords()
  const api = useApi()
  const [isShown, setShown] = useState(false)
  const secret = useQuery({
    queryKey: ['automations', 'webhook-secret'],
    queryFn: ({ signal }) => api.get<{ secret: string | null }>('webhook-secret', { signal }),
    enabled: isShown,
  })
  const make = useMutation({
    mutationFn: () => api.post<{ secret: string }>('webhook-secret'),
    onSuccess: () => void secret.refetch(),
  })
  const isMissing = isShown && secret.data?.secret === null
  return (
    <section className="flex flex-col gap-2 rounded-lg border border-line bg-surface p-4">
      <h2 className="text-list font-semibold">{t('webhook.title')}</h2>
      <p className="text-list text-ink-muted">{t('webhook.help')}</p>
      {!isShown && (
        <Button className="self-start" size="small" onClick={() => setShown(true)}>
          {t('webhook.show')}
        </Button>
      )}
      {secret.isError && (
        <ErrorState what={t('webhook.title')} error={secret.error} onRetry={() => void secret.refetch()} />
      )}
      {isMissing && (
        <Button className="self-start" size="small" busy={make.isPending} onClick={() => make.mutate()}>
          {t('webhook.make')}
        </Button>
      )}
      {make.isError && <ErrorState what={t('webhook.title')} error={make.error} onRetry={() => make.mutate()} />}
      {isShown && secret.data?.secret != null && <CopiedText label={t('webhook.title')} text={secret.data.secret} />}
    </section>
  )
}

import { CopiedText, Tabs, useWords } from '@recado/sdk/ui'
import { useState } from 'react'
import { clients, serverAddress, setupOf, type ClientName } from './client-setups.ts'

/** How programs are connected. `text`: the key, where it is known; otherwise its place is named. */
export function Setups({ text }: { text?: string }) {
  const { t } = useWords()
  const [client, setClient] = useState<ClientName>('json')
  return (
    <section aria-label={t('setup.title')} className="flex min-w-0 flex-col gap-3">
      <h2 className="font-semibold">{t('setup.title')}</h2>
      <CopiedText label={t('setup.address')} text={serverAddress(window.location.origin)} />
      <p className="text-list text-ink-muted">{t('setup.byOAuth')}</p>
      <Tabs
        value={client}
        onValueChange={(chosen) => setClient(chosen as ClientName)}
        label={t('setup.client')}
        tabs={clients.map((value) => ({ value, label: t(`setup.clients.${value}`) }))}
      >
        <div className="pt-2">
          <CopiedText
            label={t('setup.of', { client: t(`setup.clients.${client}`) })}
            text={setupOf(client, window.location.origin, text ?? t('setup.yourKey'))}
          />
        </div>
      </Tabs>
      <p className="text-list text-ink-muted">{t('setup.secret')}</p>
    </section>
  )
}

import { toast, useApi } from '@recado/sdk/ui'
import { useTranslation } from 'react-i18next'
import type { Connection } from '../../base/contracts.ts'

/**
 * Copies the address at which a channel's provider delivers. It holds a secret, so it is asked for when somebody wants
 * it and never pushed; without a public address there is none, which is said.
 */
export function useCopyWebhook(): (id: Connection['id']) => Promise<void> {
  const { t } = useTranslation('settings')
  const api = useApi()
  return async (id) => {
    try {
      const { webhookUrl } = await api.get<Connection>(`/whatsapp/${id}`)
      if (webhookUrl === undefined) return void toast.error(t('channels.webhook.none'))
      await navigator.clipboard.writeText(webhookUrl)
      toast.success(t('channels.webhook.copied'))
    } catch (error) {
      toast.error(error)
    }
  }
}

import { useTranslation } from 'react-i18next'
import type { WebhookAttempt, WebhookEndpoint, WebhookEndpointInput } from '../../base/contracts.ts'

/** Words for kinds of events, for outcomes and for moments. */
export function useWebhookWords() {
  const { t, i18n } = useTranslation('webhooks')
  return {
    /** A kind that a plugin or a later version sends stands for itself. */
    event: (type: string) => t(`event.${type.replaceAll('.', '_')}`, { defaultValue: type }),
    outcome: ({ outcome, status }: Pick<WebhookAttempt, 'outcome' | 'status'>) => t(`outcome.${outcome}`, { status }),
    moment: (at: string) =>
      new Intl.DateTimeFormat(i18n.language, { dateStyle: 'short', timeStyle: 'medium' }).format(new Date(at)),
  }
}

/** The name of an endpoint: its description, or its host. */
export const nameOf = ({ description, url }: Pick<WebhookEndpoint, 'description' | 'url'>): string =>
  description === '' ? new URL(url).host : description

/** An endpoint as it is sent to be stored. */
export const inputOf = ({
  url,
  description,
  types,
  channelIds,
  queueIds,
  state,
}: WebhookEndpoint): WebhookEndpointInput => ({
  url,
  description,
  types,
  channelIds,
  queueIds,
  isActive: state === 'active',
})

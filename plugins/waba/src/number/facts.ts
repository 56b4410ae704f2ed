import type { CloudApi } from '../api/client.ts'
import { HealthStatus, numberFields, NumberFacts } from '../api/results.ts'
import type { NumberState } from './routes.ts'

const nothing: NumberState = {
  phone: null,
  name: null,
  quality: null,
  limit: null,
  status: null,
  throughput: null,
  canSend: null,
  trouble: null,
}

/**
 * State of a number: from Meta all fields, from 360dialog whether it may send.
 * @throws ChannelError
 */
export async function numberState(api: CloudApi, signal: AbortSignal): Promise<NumberState> {
  if (api.transport.provider === 'waba360') {
    const { health_status: health } = await api.call({
      method: 'GET',
      path: '/health_status',
      result: HealthStatus,
      signal,
    })
    return { ...nothing, canSend: health.can_send_message ?? null }
  }
  const facts = await numberFacts(api, numberFields, signal)
  return {
    ...nothing,
    phone: facts.display_phone_number ?? null,
    name: facts.verified_name ?? null,
    quality: facts.quality_rating ?? null,
    limit: facts.messaging_limit_tier ?? null,
    status: facts.status ?? null,
    throughput: facts.throughput?.level ?? null,
  }
}

/** Fields of the number at Meta. */
export const numberFacts = (api: CloudApi, fields: string, signal: AbortSignal): Promise<NumberFacts> =>
  api.call({
    method: 'GET',
    path: `/${api.config.version}/${api.config.phoneNumberId}?fields=${fields}`,
    result: NumberFacts,
    signal,
  })

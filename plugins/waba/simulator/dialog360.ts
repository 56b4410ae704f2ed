import type { SimulatorAnswer, SimulatorRequest } from '@recado/sdk/testing/simulator'
import { faulty, message, type Graph } from './graph.ts'
import { describeFile, upload } from './media.ts'
import { noObject } from './refused.ts'
import { gatewayTemplates } from './templates.ts'

/** The same API behind 360dialog: a key instead of token, version and number. */
export async function answerDialog360(
  graph: Graph,
  path: string,
  key: string,
  request: SimulatorRequest,
): Promise<SimulatorAnswer> {
  const line = graph.accounts
    .flatMap(({ lines }) => lines)
    .find(({ apiKey, provider }) => provider === '360dialog' && apiKey === key)
  if (!line)
    return { status: 401, body: { meta: { success: false, http_code: 401, developer_message: 'Invalid api key' } } }
  if (path === 'messages') return message(graph, line, request)
  if (path === 'media') return faulty(graph.faults, 'upload', () => upload(line, request))
  if (path === 'health_status') {
    return faulty(graph.faults, 'number', () => ({
      body: {
        id: line.id,
        health_status: {
          can_send_message: 'AVAILABLE',
          entities: [
            { entity_type: 'PHONE_NUMBER', id: line.id, can_send_message: 'AVAILABLE' },
            { entity_type: 'WABA', id: line.account.id, can_send_message: 'AVAILABLE' },
          ],
        },
      },
    }))
  }
  if (path === 'v1/configs/webhook') {
    if (request.method === 'GET')
      return { body: { url: line.webhook?.url ?? '', headers: line.webhook?.headers ?? {} } }
    const { url, headers } = (await request.fields()) as { url?: string; headers?: Record<string, string> }
    line.webhook = url ? { url, ...(headers && { headers }) } : undefined
    return { body: { url: url ?? '', headers: headers ?? {} } }
  }
  const templates = await gatewayTemplates(line.account.templates, line.account.id, path, request)
  if (templates) return templates
  if (!line.media.has(path)) throw noObject(path)
  // As Meta says it: the host is not the one that a key opens.
  return faulty(graph.faults, 'media', () => describeFile(line, path, 'https://lookaside.fbsbx.com'))
}

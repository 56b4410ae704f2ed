import { mint, type ConnectionId, type MediaId } from '@recado/sdk'
import { renderPanel } from '@recado/sdk/testing/ui'
import type { ReactElement } from 'react'
import words from '../../../locales/en.json' with { type: 'json' }
import type { Template, TemplateConnection } from '../../templates/template.ts'

export { words }
export const connection: TemplateConnection = {
  id: mint<ConnectionId>('018f0000-0000-7000-8000-0000000000c1'),
  name: 'Shop',
  type: 'waba',
  isActive: true,
  canChange: true,
}
export const approved: Template = {
  id: '018f0000-0000-7000-8000-00000000000a',
  connectionId: connection.id,
  connection: 'Shop',
  wabaId: '900',
  name: 'order_ready',
  language: 'en',
  category: 'UTILITY',
  parameterFormat: 'POSITIONAL',
  status: 'APPROVED',
  rejectedReason: null,
  quality: 'GREEN',
  headerFormat: null,
  headerText: '',
  headerExamples: {},
  headerMediaId: null,
  headerMediaUrl: null,
  body: 'Hello {{1}}, your order arrives {{2}}.',
  bodyExamples: { 1: 'Mary', 2: 'today' },
  footer: '',
  buttons: [],
  editable: true,
  updatedAt: '2026-01-01T00:00:00.000Z',
}
export const mediaId = (last: string): MediaId => mint<MediaId>(`018f0000-0000-7000-8000-0000000000${last}`)

export interface Call {
  readonly method: string
  readonly path: string
  readonly body: unknown
}

/** Draws a panel of the templates; `answer` is in for what the server says beyond the connections. */
export function draw(
  panel: ReactElement,
  answer: (call: Call) => Response,
  permissions: readonly string[] = ['waba.templates.read', 'waba.templates.manage'],
): { written(): Call[]; calls: Call[] } {
  const calls: Call[] = []
  renderPanel(panel, {
    plugin: { id: 'waba', version: '0.1.0', title: 'WhatsApp' },
    words,
    permissions,
    errors: { ERR_PROVIDER_REFUSED: 'The provider refused', ERR_PROVIDER_REFUSED_detail: 'It answered: {{detail}}' },
    fetch: async (path, init) => {
      const call = {
        method: init.method ?? 'GET',
        path,
        body: typeof init.body === 'string' ? (JSON.parse(init.body) as unknown) : init.body,
      }
      calls.push(call)
      if (path === '/p/waba/templates/connections') return Response.json([connection])
      return path === '/p/waba/templates/syncs' && call.method === 'GET' ? Response.json([]) : answer(call)
    },
  })
  return { calls, written: () => calls.filter(({ method }) => method !== 'GET') }
}
export const listOf = (...templates: Template[]): Response => Response.json({ templates, nextCursor: null })

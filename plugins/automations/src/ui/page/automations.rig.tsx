import type { AutomationBlock, AutomationOffer } from '@recado/sdk'
import { renderPage } from '@recado/sdk/testing/ui'
import words from '../../../locales/en.json' with { type: 'json' }
import type { Rule } from '../../rules/rule.ts'
import AutomationsPage from './automations-page.tsx'

/* The page with answers of its own, as tests of its parts share it. */

export const id = (n: number) => `018f0000-0000-7000-8000-00000000000${n}`

const block = (
  kind: 'conditions' | 'actions',
  name: string,
  fields: AutomationBlock['fields'],
  rest: Partial<AutomationBlock> = {},
): AutomationBlock => ({
  plugin: 'automations',
  pluginTitle: { en: 'Automations', 'pt-BR': 'Automações' },
  name,
  namespace: 'plugin.automations',
  words: `automation.${kind}.${name}`,
  icon: null,
  fields,
  about: 'ticket',
  ends: false,
  ...rest,
})

/** Some of what is offered: enough for the examples, and one that ends a rule. */
export const offer: AutomationOffer = {
  conditions: [
    block(
      'conditions',
      'text',
      [
        { name: 'words', type: 'stringArray', required: true },
        { name: 'test', type: 'enum', required: false, default: 'any', options: ['any', 'all', 'is'] },
      ],
      { about: 'message' },
    ),
    block('conditions', 'queue', [{ name: 'queues', type: 'referenceArray', required: true, refersTo: 'queue' }]),
    block('conditions', 'hours', [
      {
        name: 'days',
        type: 'enumArray',
        required: false,
        options: ['monday', 'tuesday', 'wednesday', 'thursday', 'friday'],
      },
      { name: 'from', type: 'string', required: false },
      { name: 'until', type: 'string', required: false },
    ]),
  ],
  actions: [
    block('actions', 'reply', [{ name: 'text', type: 'text', required: true, maxLength: 4000 }]),
    block('actions', 'addTags', [{ name: 'tags', type: 'referenceArray', required: true, refersTo: 'tag' }]),
    block('actions', 'priority', [
      { name: 'priority', type: 'enum', required: false, default: 'high', options: ['high', 'urgent'] },
    ]),
    block('actions', 'resolve', [], { ends: true }),
  ],
}

/** Texts of the vocabulary itself, apart from this page's own. */
const vocabulary = {
  automation: {
    conditions: {
      text: {
        title: 'Message text',
        fields: { words: { label: 'Words' }, test: { label: 'Match', options: { any: 'any word' } } },
      },
      queue: { title: 'Queue', fields: { queues: { label: 'Queues' } } },
      hours: {
        title: 'Working hours',
        fields: { days: { label: 'Days' }, from: { label: 'From' }, until: { label: 'Until' } },
      },
    },
    actions: {
      reply: { title: 'Reply', fields: { text: { label: 'Text' } } },
      addTags: { title: 'Add tags', fields: { tags: { label: 'Tags' } } },
      priority: { title: 'Set priority', fields: { priority: { label: 'Priority', options: { urgent: 'Urgent' } } } },
      resolve: { title: 'Resolve' },
    },
  },
}

export const rule = (n: number, rest: Partial<Rule> = {}): Rule => ({
  id: id(n),
  name: `Rule ${n}`,
  isActive: true,
  trigger: { kind: 'event', event: 'received' },
  match: 'all',
  conditions: [],
  actions: [{ plugin: 'automations', name: 'priority', input: { priority: 'urgent' } }],
  repetition: 'always',
  isLast: false,
  problems: [],
  fired: 0,
  lastFiredAt: null,
  updatedAt: '2026-01-01T00:00:00.000Z',
  ...rest,
})

/** Requests to the server, apart from reading lists. */
export interface Asked {
  readonly method: string
  readonly path: string
  readonly body: unknown
}

/** Draws the page. `answer` answers what is not answered here; what it leaves out fails as a lost network does. */
export function openPage({
  rules = [],
  answer = () => undefined,
  permissions = ['automations.manage'],
}: {
  rules?: readonly Rule[]
  answer?: (asked: Asked) => Promise<Response> | Response | undefined
  permissions?: readonly string[]
} = {}): Asked[] {
  const log: Asked[] = []
  renderPage(AutomationsPage, {
    plugin: { id: 'automations', version: '0.1.0', title: 'Automations' },
    words: { ...words, ...vocabulary },
    permissions,
    errors: {
      ERR_RULE_EXISTS: 'There is a rule with this name',
      ERR_AUTOMATION_BLOCK: 'It cannot be used here',
      ERR_NO_TICKET_FOUND: 'The ticket is gone',
      ERR_NO_QUEUE_FOUND: 'The queue is gone',
      ERR_NETWORK: 'No connection',
    },
    fetch: async (path, init) => {
      const asked: Asked = {
        method: init.method ?? 'GET',
        path,
        body: typeof init.body === 'string' ? JSON.parse(init.body) : undefined,
      }
      if (asked.method !== 'GET') log.push(asked)
      const own = answer(asked)
      if (own)
        return Promise.race([
          own,
          new Promise<never>((_resolve, reject) =>
            init.signal?.addEventListener('abort', () => reject(new TypeError('given up'))),
          ),
        ])
      if (path === '/p/automations/rules' && asked.method === 'GET') return Response.json(rules)
      if (path === '/p/automations/blocks') return Response.json(offer)
      if (path === '/tags') return Response.json([{ id: id(8), tag: 'VIP', color: '#112233', isActive: true }])
      if (path === '/queue') return Response.json([{ id: id(9), queue: 'Sales', color: '#112233', isActive: true }])
      throw new TypeError(`nobody expected ${asked.method} ${path}`)
    },
  })
  return log
}

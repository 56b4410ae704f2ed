import {
  ContactMerged,
  ContactUnmerged,
  definePlugin,
  id,
  MessageCreated,
  MessageReceived,
  TicketClosed,
  TicketDeleted,
  TicketUpdated,
  type MessageId,
  type TicketId,
} from '@recado/sdk'
import * as z from 'zod'
import { routes as composerRoutes } from './composer/routes.ts'
import { errors } from './errors.ts'
import { routes as hintRoutes } from './hints/routes.ts'
import { routes as promptRoutes } from './prompts/routes.ts'
import { routes as replayRoutes } from './replay/routes.ts'
import { Settings } from './settings.ts'
import { routes as similarRoutes } from './similar/routes.ts'
import { routes as testRoutes } from './tests/routes.ts'
import { routes as usageRoutes } from './usage/routes.ts'
import { routes as wordsRoutes } from './words/routes.ts'

const ticket = { ticketId: id<TicketId>() }
const use = { when: { permission: 'ai.use' } } as const

/** Language models for agents, for customers, and for other plugins. */
export const plugin = definePlugin({
  id: 'ai',
  version: '0.1.0',
  host: '^1.29.0',
  publisher: 'Recado',
  title: {
    'pt-BR': 'Inteligência artificial',
    en: 'Artificial intelligence',
    es: 'Inteligencia artificial',
    ru: 'Искусственный интеллект',
  },
  description: {
    'pt-BR': 'Reescreve, sugere, resume, transcreve e traduz; e responde clientes, se você quiser.',
    en: 'Rewrites, suggests, summarizes, transcribes and translates; and answers customers, if you want.',
    es: 'Reescribe, sugiere, resume, transcribe y traduce; y responde a clientes, si usted quiere.',
    ru: 'Переписывает, предлагает, подводит итоги, расшифровывает и переводит; отвечает клиентам, если вы хотите.',
  },
  settings: Settings,
  // Administrators enter the addresses that functions of prompts call. Private ones are never reached.
  egress: ['*'],
  egressFrom: ['url', 'transcriptionUrl', 'embeddingUrl'],
  originFrom: ['provider', 'embeddingProvider'],
  fetchLimitMs: 110_000,
  uses: ['messages.read', 'messages.words', 'automation.run'],
  bell: (['dayNearly', 'dayUsed', 'monthNearly', 'monthUsed'] as const).map((name) => ({
    id: name,
    textKey: `budget.${name}`,
    permission: 'ai.manage',
    path: '/configuracoes/prompt' as const,
    isFailure: name.endsWith('Used'),
    // The budget of a day is a new one tomorrow.
    days: name.startsWith('day') ? 2 : 30,
  })),
  provides: ['model', 'embeddings'],
  permissions: {
    use: { titleKey: 'permission.use', roles: ['user', 'super', 'admin'] },
    rewrite: { titleKey: 'permission.rewrite', roles: ['user', 'super', 'admin'] },
    suggest: { titleKey: 'permission.suggest', roles: ['user', 'super', 'admin'] },
    summarize: { titleKey: 'permission.summarize', roles: ['user', 'super', 'admin'] },
    hint: { titleKey: 'permission.hint', roles: ['user', 'super', 'admin'] },
    similar: { titleKey: 'permission.similar', roles: ['user', 'super', 'admin'] },
    words: { titleKey: 'permission.words', roles: ['user', 'super', 'admin'] },
    manage: { titleKey: 'permission.manage', roles: ['admin'] },
  },
  routes: {
    ...composerRoutes,
    ...hintRoutes,
    ...wordsRoutes,
    ...promptRoutes,
    ...replayRoutes,
    ...similarRoutes,
    ...testRoutes,
    ...usageRoutes,
  },
  claims: { transcribe: '/messages/:messageId/transcribe' },
  errors,
  responders: {
    agent: { icon: 'sparkles', input: z.object({ prompt: z.string().min(1).max(60).meta({ choices: '/choices' }) }) },
  },
  jobs: {
    words: z.object({ ...ticket, messageId: id<MessageId>() }),
    answer: z.object(ticket),
    summary: z.object(ticket),
    testRun: z.object({ runId: z.uuid() }),
  },
  on: {
    received: MessageReceived,
    sent: MessageCreated,
    updated: TicketUpdated,
    closed: TicketClosed,
    deleted: TicketDeleted,
    contactMerged: ContactMerged,
    contactUnmerged: ContactUnmerged,
  },
  ui: {
    slots: [
      { slot: 'ticket.composer.actions', panel: 'write', titleKey: 'write.title', icon: 'sparkles', order: 30, ...use },
      { slot: 'ticket.message.below', panel: 'words', titleKey: 'words.title', icon: 'languages', order: 10, ...use },
      {
        slot: 'ticket.message.actions',
        panel: 'messageActs',
        titleKey: 'words.title',
        icon: 'languages',
        order: 60,
        ...use,
      },
      {
        slot: 'ticket.sidebar',
        panel: 'assistance',
        titleKey: 'assistance.title',
        icon: 'sparkles',
        order: 60,
        ...use,
      },
    ],
    pages: [
      {
        path: '/configuracoes/prompt',
        panel: 'prompts',
        titleKey: 'prompts.title',
        nav: { group: 'settings', icon: 'sparkles', order: 24 },
        when: { permission: 'ai.manage' },
        tier: 'premium',
      },
    ],
    commands: [{ id: 'open', titleKey: 'prompts.title', path: '/configuracoes/prompt', tier: 'premium' }],
  },
})
export type Definition = typeof plugin

export default plugin

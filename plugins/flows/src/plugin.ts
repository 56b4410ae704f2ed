import { definePlugin } from '@recado/sdk'
import { errors } from './errors.ts'
import { ui } from './ui-contributions.ts'

/** Flows: conversations that are led by a graph of blocks before people answer. */
export const plugin = definePlugin({
  id: 'flows',
  version: '0.1.0',
  host: '^1.7.0',
  publisher: 'Recado',
  title: { 'pt-BR': 'Fluxos', en: 'Flows', es: 'Flujos', ru: 'Сценарии' },
  description: {
    'pt-BR': 'Autorrespostas e chatbots: um fluxo pergunta, decide, age e entrega a conversa às pessoas.',
    en: 'Automatic replies and chatbots: a flow asks, decides, acts, and hands the conversation to people.',
    es: 'Respuestas automáticas y chatbots: un flujo pregunta, decide, actúa y entrega la conversación a las personas.',
    ru: 'Автоответы и чат-боты: сценарий спрашивает, решает, действует и передаёт разговор людям.',
  },
  enabledByDefault: true,
  permissions: { manage: { titleKey: 'permission.manage', roles: ['admin'] } },
  errors,
  ui,
})

export default plugin

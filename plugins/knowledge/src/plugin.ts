import { definePlugin, mostEmbeddedTexts } from '@recado/sdk'
import * as z from 'zod'
import { routes } from './articles/routes.ts'
import { errors } from './errors.ts'
import { helpCenterClaims, helpCenterRoutes } from './help-center/routes.ts'
import { pictureClaims, pictureRoutes } from './pictures/routes.ts'
import { websiteRoutes } from './website/routes.ts'

const use = { when: { permission: 'knowledge.use' } } as const

/** What a company knows, in articles: searched by agents, and by what answers by itself. */
export const plugin = definePlugin({
  id: 'knowledge',
  version: '0.1.0',
  host: '^1.29.0',
  publisher: 'Recado',
  title: { 'pt-BR': 'Base de conhecimento', en: 'Knowledge base', es: 'Base de conocimiento', ru: 'База знаний' },
  description: {
    'pt-BR': 'Artigos que a equipe busca durante o atendimento, e em que a inteligência artificial se apoia.',
    en: 'Articles that the team searches while it answers, and that artificial intelligence rests on.',
    es: 'Artículos que el equipo busca durante la atención, y en los que se apoya la inteligencia artificial.',
    ru: 'Статьи, которые команда ищет во время обращений и на которые опирается искусственный интеллект.',
  },
  enabledByDefault: true,
  provides: ['knowledge'],
  settings: z.object({
    helpCenterPublished: z.boolean().default(false),
    helpCenterTitle: z.string().max(80).default(''),
    helpCenterWelcome: z.string().max(300).default('').meta({ widget: 'text' }),
  }),
  platformSettings: z.object({ knowledgeIndexFrom: z.int().min(0).max(10_000_000).default(50_000) }),
  permissions: {
    use: { titleKey: 'permission.use', roles: ['user', 'super', 'admin'] },
    manage: { titleKey: 'permission.manage', roles: ['super', 'admin'] },
  },
  // Who writes articles enters the address of a website. Private networks are never reached.
  egress: ['*'],
  routes: { ...routes, ...websiteRoutes, ...helpCenterRoutes, ...pictureRoutes },
  claims: { ...helpCenterClaims, ...pictureClaims },
  errors,
  jobs: {
    embed: z.object({
      article: z.uuid().optional(),
      after: z.object({ article: z.uuid(), position: z.int() }).optional(),
      most: z.int().min(1).max(mostEmbeddedTexts).optional(),
    }),
  },
  ui: {
    slots: [
      {
        slot: 'ticket.composer.actions',
        panel: 'insert',
        titleKey: 'insert.title',
        icon: 'book-open',
        order: 26,
        ...use,
      },
    ],
    pages: [
      {
        path: '/conhecimento',
        panel: 'articles',
        titleKey: 'articles.title',
        nav: { group: 'work', icon: 'book-open', order: 50 },
        ...use,
      },
    ],
    commands: [{ id: 'open', titleKey: 'articles.title', path: '/conhecimento' }],
  },
})
export type Definition = typeof plugin

export default plugin

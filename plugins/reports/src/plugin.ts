import { definePlugin, id, UserDeleted, type PluginContext, type UserId } from '@recado/sdk'
import * as z from 'zod'
import { errors } from './errors.ts'
import { figureRoutes } from './figures/figure-routes.ts'
import { savedRoutes } from './saved/saved-routes.ts'
import { reportRoutes } from './report-routes.ts'

const read = { permission: 'reports.read' } as const

/** How the company does, on the home page and by period; contacts and conversations in lists and files. */
export const plugin = definePlugin({
  id: 'reports',
  version: '0.1.0',
  host: '^1.29.0',
  publisher: 'Recado',
  title: { 'pt-BR': 'Relatórios', en: 'Reports', es: 'Informes', ru: 'Отчёты' },
  description: {
    'pt-BR': 'Mostra volume, tempos e equipe, e lista contatos e atendimentos para imprimir ou baixar.',
    en: 'Shows volume, times and team, and lists contacts and tickets to print or download.',
    es: 'Muestra volumen, tiempos y equipo, y lista contactos y atenciones para imprimir o descargar.',
    ru: 'Показывает объём, время и команду, а также списки контактов и обращений для печати и скачивания.',
  },
  enabledByDefault: true,
  uses: ['facts.read', 'contacts.list', 'tickets.list', 'mail.send'],
  permissions: { read: { titleKey: 'permission.read', roles: ['super', 'admin'] } },
  routes: { ...figureRoutes, ...savedRoutes, ...reportRoutes },
  errors,
  on: { userDeleted: UserDeleted },
  jobs: {
    due: z.object({ reportId: z.uuid(), dueAt: z.string() }),
    send: z.object({ reportId: z.uuid(), userId: id<UserId>(), dueAt: z.string(), attempt: z.int() }),
  },
  ui: {
    pages: [
      {
        path: '/relatorios/indicadores',
        panel: 'figures',
        titleKey: 'figures.title',
        nav: { group: 'insight', icon: 'bar-chart-3', order: 10 },
        when: read,
      },
      {
        path: '/relatorios',
        panel: 'index',
        titleKey: 'index.title',
        nav: { group: 'insight', icon: 'clipboard-list', order: 20 },
        when: read,
      },
      {
        path: '/relatorios/estatisticas-atendimentos-usuarios',
        panel: 'userStatistics',
        titleKey: 'users.title',
        when: read,
      },
      { path: '/relatorios/lista-contatos', panel: 'list', titleKey: 'list.title', when: read },
      { path: '/relatorios/contatos-por-etiquetas', panel: 'tags', titleKey: 'tags.title', when: read },
      { path: '/relatorios/contatos-por-estado', panel: 'states', titleKey: 'states.title', when: read },
      { path: '/relatorios/aniversariantes-do-mes', panel: 'birthdays', titleKey: 'birthdays.title', when: read },
      { path: '/relatorios/relatorio-tickets', panel: 'tickets', titleKey: 'tickets.title', when: read },
    ],
    slots: [
      {
        slot: 'home.widget',
        panel: 'today',
        titleKey: 'figures.today',
        icon: 'bar-chart-3',
        order: 10,
        wide: true,
        when: read,
      },
      {
        slot: 'home.widget',
        panel: 'team',
        titleKey: 'figures.team',
        icon: 'users',
        order: 20,
        wide: true,
        when: read,
      },
      {
        slot: 'home.widget',
        panel: 'channels',
        titleKey: 'figures.channels',
        icon: 'chart-line',
        order: 30,
        when: read,
      },
    ],
    commands: [
      { id: 'figures', titleKey: 'figures.title', path: '/relatorios/indicadores' },
      { id: 'index', titleKey: 'index.title', path: '/relatorios' },
    ],
  },
})

/** In jobs, events and routes. */
export type ReportsContext = PluginContext<typeof plugin>

export default plugin

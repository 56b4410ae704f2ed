import { definePlugin } from '@recado/sdk'
import { figureRoutes } from './figures/figure-routes.ts'

const read = { permission: 'reports.read' } as const

/** How the company does: figures of a period, and cards of the home page. */
export const plugin = definePlugin({
  id: 'reports',
  version: '0.1.0',
  host: '^1.19.0',
  publisher: 'Recado',
  title: { 'pt-BR': 'Relatórios', en: 'Reports', es: 'Informes', ru: 'Отчёты' },
  description: {
    'pt-BR': 'Mostra volume, tempos e desempenho da equipe, no início e por período.',
    en: 'Shows volume, times and team performance, on the home page and by period.',
    es: 'Muestra volumen, tiempos y desempeño del equipo, en el inicio y por período.',
    ru: 'Показывает объём, время и работу команды на главной странице и за период.',
  },
  enabledByDefault: true,
  uses: ['facts.read'],
  permissions: { read: { titleKey: 'permission.read', roles: ['super', 'admin'] } },
  routes: figureRoutes,
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
        path: '/relatorios/estatisticas-atendimentos-usuarios',
        panel: 'userStatistics',
        titleKey: 'users.title',
        nav: { group: 'insight', icon: 'users', order: 20 },
        when: read,
      },
    ],
    slots: [
      { slot: 'home.widget', panel: 'today', titleKey: 'figures.today', icon: 'bar-chart-3', when: read },
      { slot: 'home.widget', panel: 'team', titleKey: 'figures.team', icon: 'users', when: read },
      { slot: 'home.widget', panel: 'channels', titleKey: 'figures.channels', icon: 'chart-line', when: read },
    ],
    commands: [{ id: 'figures', titleKey: 'figures.title', path: '/relatorios/indicadores' }],
  },
})

export default plugin

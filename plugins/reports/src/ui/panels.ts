import { definePanels } from '@recado/sdk/ui'

export default definePanels({
  panels: {
    figures: { page: '/relatorios/indicadores', load: () => import('./figures/figures-page.tsx') },
    userStatistics: {
      page: '/relatorios/estatisticas-atendimentos-usuarios',
      load: () => import('./user-statistics/user-statistics-page.tsx'),
    },
    today: { slot: 'home.widget', load: () => import('./home/today-card.tsx') },
    team: { slot: 'home.widget', load: () => import('./home/team-card.tsx') },
    channels: { slot: 'home.widget', load: () => import('./home/channels-card.tsx') },
  },
})

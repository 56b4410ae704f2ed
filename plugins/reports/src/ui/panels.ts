import { definePanels } from '@recado/sdk/ui'

export default definePanels({
  panels: {
    figures: { page: '/relatorios/indicadores', load: () => import('./figures/figures-page.tsx') },
    userStatistics: {
      page: '/relatorios/estatisticas-atendimentos-usuarios',
      load: () => import('./user-statistics/user-statistics-page.tsx'),
    },
    index: { page: '/relatorios', load: () => import('./index-page.tsx') },
    list: { page: '/relatorios/lista-contatos', load: () => import('./contacts/list-page.tsx') },
    tags: { page: '/relatorios/contatos-por-etiquetas', load: () => import('./contacts/tags-page.tsx') },
    states: { page: '/relatorios/contatos-por-estado', load: () => import('./contacts/states-page.tsx') },
    birthdays: { page: '/relatorios/aniversariantes-do-mes', load: () => import('./contacts/birthdays-page.tsx') },
    tickets: { page: '/relatorios/relatorio-tickets', load: () => import('./tickets-page.tsx') },
    today: { slot: 'home.widget', load: () => import('./home/today-card.tsx') },
    team: { slot: 'home.widget', load: () => import('./home/team-card.tsx') },
    channels: { slot: 'home.widget', load: () => import('./home/channels-card.tsx') },
  },
})

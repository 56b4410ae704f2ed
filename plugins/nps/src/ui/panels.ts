import { definePanels } from '@recado/sdk/ui'

export default definePanels({
  panels: {
    settings: { page: '/configuracoes/nps', load: () => import('./settings/settings-page.tsx') },
    report: { page: '/relatorios/nps', load: () => import('./report/report-page.tsx') },
    score: { slot: 'home.widget', load: () => import('./home/score-card.tsx') },
  },
})

import { definePanels } from '@recado/sdk/ui'

export default definePanels({
  panels: {
    company: { page: '/configuracoes/horario', load: () => import('./company-page.tsx') },
    rules: { page: '/configuracoes/business-hours', load: () => import('./rules-page.tsx') },
  },
})

import { definePanels } from '@recado/sdk/ui'

export default definePanels({
  panels: { Countdown: { page: '/contagem', load: () => import('./countdown-page.tsx') } },
})

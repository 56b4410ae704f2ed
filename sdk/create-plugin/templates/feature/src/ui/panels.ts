import { definePanels } from '@recado/sdk/ui'

export default definePanels({ panels: { tips: { slot: 'ticket.sidebar', load: () => import('./tips-panel.tsx') } } })

import { definePanels } from '@recado/sdk/ui'

export default definePanels({
  panels: { ticket: { slot: 'ticket.sidebar', load: () => import('./panel/group-panel.tsx') } },
})

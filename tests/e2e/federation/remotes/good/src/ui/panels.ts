import { definePanels } from '@recado/sdk/ui'

export default definePanels({ panels: { Card: { slot: 'ticket.sidebar', load: () => import('./Card.tsx') } } })

import { definePanels } from '@recado/sdk/ui'

export const builtFor = { major: 1, minor: 0 }
export default definePanels({ panels: { Card: { slot: 'ticket.sidebar', load: () => import('./Card.tsx') } } })

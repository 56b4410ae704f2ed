import { plugin } from '../../../minimal.ts'

export default plugin('unknown-slot', { ui: { slots: [{ slot: 'ticket.ceiling', panel: 'Lamp', titleKey: 'title' }] } })

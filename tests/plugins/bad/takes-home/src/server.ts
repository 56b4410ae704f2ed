import { plugin } from '../../../minimal.ts'

export default plugin('takes-home', { ui: { pages: [{ path: '/home', panel: 'Home', titleKey: 'title' }] } })

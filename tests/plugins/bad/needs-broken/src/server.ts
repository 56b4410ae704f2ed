import { plugin } from '../../../minimal.ts'

export default plugin('needs-broken', { requires: { 'broken-migration': '^1.0.0' } })

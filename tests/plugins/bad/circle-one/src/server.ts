import { plugin } from '../../../minimal.ts'

export default plugin('circle-one', { requires: { 'circle-two': '^1.0.0' } })

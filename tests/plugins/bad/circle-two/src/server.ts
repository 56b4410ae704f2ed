import { plugin } from '../../../minimal.ts'

export default plugin('circle-two', { requires: { 'circle-one': '^1.0.0' } })

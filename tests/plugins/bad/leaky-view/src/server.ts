import { plugin } from '../../../minimal.ts'

export default plugin('leaky-view')

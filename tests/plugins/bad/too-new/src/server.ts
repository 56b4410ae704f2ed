import { plugin } from '../../../minimal.ts'

export default plugin('too-new', { host: '^99.0.0' })

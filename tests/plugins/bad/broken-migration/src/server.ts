import { plugin } from '../../../minimal.ts'

export default plugin('broken-migration')
